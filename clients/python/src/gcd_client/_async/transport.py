"""Sends requests to the API, within the key's rate limit, and retries temporary failures."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from .._concurrency import AsyncLock, async_sleep
from .._options import Limit, OnWait, Wait, limit_of
from .._rate import AsyncRateLimiter
from .._retries import RetryBudget
from .._urls import checked_api_key, checked_base_url, is_same_origin, redirect_target
from .._version import __version__
from ..errors import (
    Failure,
    GradedCardDataError,
    RedirectError,
    error_of,
    failure_of,
    is_foreign,
    is_retryable,
)

Result = TypeVar("Result")

USER_AGENT = f"gcd-client-python/{__version__}"
MAX_REDIRECTS = 5


class IncompleteResponseError(Exception):
    """A 2xx response is incomplete or malformed. Retried like a broken connection."""


@dataclass(frozen=True)
class Failed:
    """A failed attempt."""

    failure: Failure
    cause: Exception | None = None


class AsyncTransport:
    """Sends requests over one connection pool."""

    def __init__(
        self,
        api_key: str,
        base_url: str,
        *,
        budget: float,
        rate_limit: float | None,
        timeout: float,
        wait_until_ready: bool,
        on_wait: OnWait | None,
        http_client: httpx.AsyncClient | None,
    ) -> None:
        self.limits: dict[str, Limit] = {}
        self._api_key = checked_api_key(api_key)
        self._base_url = checked_base_url(base_url)
        self._budget = budget
        self._wait_until_ready = wait_until_ready
        # Waiting for a connection has no timeout, because the rate limiter decides when requests
        # are sent.
        self._timeout = httpx.Timeout(timeout, pool=None)
        self._on_wait = on_wait
        self._http = http_client or httpx.AsyncClient()
        self._owns_http = http_client is None
        self._limiter = None if rate_limit is None else AsyncRateLimiter(rate_limit)
        self._limiter_lock = AsyncLock()
        self._limiter_attempts = 0
        self._limiter_error: GradedCardDataError | None = None

    @property
    def wait_seconds(self) -> float:
        return self._limiter.wait_seconds if self._limiter else 0.0

    async def aclose(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    def retry_budget(
        self, seconds: float | None = None, wait_until_ready: bool | None = None
    ) -> RetryBudget:
        """Creates a retry budget, which several requests can share."""
        return RetryBudget(
            self._budget if seconds is None else seconds,
            self._wait_until_ready if wait_until_ready is None else wait_until_ready,
        )

    async def request(
        self,
        target: str,
        read: Callable[[httpx.Response], Awaitable[Result]],
        headers: Mapping[str, str] | None = None,
        budget: RetryBudget | None = None,
    ) -> Result:
        """Sends a request, and retries temporary failures until the retry budget is used up.

        ``read`` reads the response. If it raises IncompleteResponseError, the request is retried.
        ``budget`` replaces the retry budget of the transport.
        """
        budget = budget or self.retry_budget()
        while True:
            limiter = await self._learn_rate()
            await limiter.acquire()
            outcome = await self._attempt(target, read, headers or {}, limiter.release)
            if not isinstance(outcome, Failed):
                return outcome
            if outcome.failure.code == "rate_limited":
                retry_after = outcome.failure.retry_after
                limiter.slow_down(1.0 if retry_after is None else retry_after)
            await self.wait(outcome, target, budget)

    async def wait(self, failed: Failed, target: str, budget: RetryBudget) -> None:
        """Waits before a retry. Raises the error if a retry cannot help or the budget is used up."""
        failure = failed.failure
        is_waiting = failure.code == "processing" and budget.wait_until_ready
        # A 504 asks for a wait of minutes, but the next attempt usually succeeds.
        retry_after = None if failure.status == 504 else failure.retry_after
        seconds = budget.next(retry_after) if is_retryable(failure) or is_waiting else None
        if seconds is None:
            raise error_of(failure) from failed.cause
        if self._on_wait:
            self._on_wait(Wait(failure.code, failure.message, seconds, target))
        await async_sleep(seconds)

    async def _learn_rate(self) -> AsyncRateLimiter:
        """Returns the rate limiter. Requests its rate once, with an operation that is not charged."""
        if self._limiter:
            return self._limiter
        attempts = self._limiter_attempts
        async with self._limiter_lock:
            if self._limiter:
                return self._limiter
            if self._limiter_error and self._limiter_attempts > attempts:
                # If the rate limit cannot be read, all requests that waited for it fail. A later
                # request reads it again.
                raise self._limiter_error
            self._limiter_error = None
            try:
                self._limiter = await self._request_rate()
            except GradedCardDataError as error:
                self._limiter_error = error
                raise
            finally:
                self._limiter_attempts += 1
            return self._limiter

    async def _request_rate(self) -> AsyncRateLimiter:
        budget = self.retry_budget()
        while True:
            outcome = await self._attempt("/v1/usage", _read_rate, {}, lambda: None)
            if not isinstance(outcome, Failed):
                limiter = AsyncRateLimiter(outcome)
                # The API also counts the request that reads the rate limit.
                await limiter.acquire()
                limiter.release()
                return limiter
            await self.wait(outcome, "/v1/usage", budget)

    async def _attempt(
        self,
        target: str,
        read: Callable[[httpx.Response], Awaitable[Result]],
        headers: Mapping[str, str],
        responded: Callable[[], None],
    ) -> Result | Failed:
        try:
            try:
                response = await self._send(target, headers)
            finally:
                responded()
            try:
                if limit := limit_of(response.headers):
                    self.limits[limit.bucket] = limit
                status = response.status_code
                # Only a request with an ETag gets a 304 response.
                has_data = 200 <= status < 300 and status != 202 and not is_foreign(response)
                if status == 304 or has_data:
                    return await read(response)
                return Failed(failure_of(response, await response.aread()))
            except BaseException:
                await response.aclose()
                raise
        except (httpx.LocalProtocolError, httpx.UnsupportedProtocol):
            raise
        except (httpx.RequestError, IncompleteResponseError) as cause:
            reason = str(cause) or type(cause).__name__
            message = f"No complete response came from {self._base_url}: {reason}"
            return Failed(Failure("connection_failed", message, 0), cause)

    async def _send(self, target: str, headers: Mapping[str, str]) -> httpx.Response:
        """Sends a request. Follows redirects only within the API's origin, to keep the key secret."""
        origin = url = httpx.URL(self._base_url + target)
        for redirects in range(MAX_REDIRECTS + 1):
            request = self._http.build_request(
                "GET",
                url,
                headers={"user-agent": USER_AGENT, **headers, "x-api-key": self._api_key},
                timeout=self._timeout,
            )
            try:
                response = await self._http.send(request, stream=True, follow_redirects=False)
            except (httpx.InvalidURL, httpx.RemoteProtocolError) as error:
                # httpx parses the location of a redirect even if it does not follow the redirect.
                if isinstance(error, httpx.InvalidURL) or "location header" in str(error):
                    raise _redirect_error() from error
                raise
            location = response.headers.get("location")
            if response.status_code not in (301, 302, 303, 307, 308) or location is None:
                return response
            await response.aclose()
            following = redirect_target(url, location)
            if following is None or not is_same_origin(origin, following):
                break
            url = following
        raise _redirect_error(response.status_code)


def _redirect_error(status: int = 0) -> RedirectError:
    message = "A redirect of the API was not followed. Check base_url."
    return RedirectError(Failure("redirected", message, status))


async def read_json(response: httpx.Response) -> Any:
    """Returns the body of a response. Raises IncompleteResponseError if it lacks the API's envelope."""
    content = await response.aread()
    try:
        body = json.loads(content)
    except ValueError as error:
        raise IncompleteResponseError("the response is not JSON") from error
    if not isinstance(body, dict) or "data" not in body:
        raise IncompleteResponseError("the response has no data")
    return body


async def _read_rate(response: httpx.Response) -> float:
    try:
        return float((await read_json(response))["data"]["rate_limit_per_second"])
    except (KeyError, TypeError, ValueError) as error:
        raise IncompleteResponseError("the response has no rate limit") from error
