"""Errors of the API and of the client. Every code has its own class."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict

import httpx

from .types import BadRequestType, ErrorReason

Details = Mapping[str, Any]
"""Details of an error, such as the name of the invalid parameter."""


class BadRequestDetails(TypedDict):
    type: BadRequestType


class InvalidParameterDetails(TypedDict):
    parameter: str
    reason: ErrorReason


class CertDetails(TypedDict):
    grader: str
    cert: str


class SpecDetails(TypedDict):
    grader: str
    spec_id: str


class SetDetails(TypedDict):
    set_id: str


@dataclass(frozen=True)
class Failure:
    """Details of a failed request."""

    code: str
    message: str
    status: int
    details: Details = field(default_factory=dict)
    request_id: str | None = None
    retry_after: float | None = None


class GradedCardDataError(Exception):
    """A request failed. Branch on the class or on ``code``; ``str(error)`` is meant for humans."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.code: str = failure.code
        """Stable code of the error, such as ``cert_not_found``."""
        self.message: str = failure.message
        self.status: int = failure.status
        """HTTP status; 0 if there was no response."""
        self.details: Details = failure.details
        """Details of the error, such as ``grader`` and ``cert``."""
        self.request_id: str | None = failure.request_id
        """Id to include in a problem report. None if there was no response, or if it did not come from the API."""
        self.retry_after: float | None = failure.retry_after
        """Seconds to wait before a retry, as requested by the API; None if the API requested no wait."""

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class BadRequestError(GradedCardDataError):
    """``bad_request``: the request was rejected as a whole, for the reason in ``details["type"]``."""

    details: BadRequestDetails


class InvalidParameterError(GradedCardDataError):
    """``invalid_parameter``: see ``details["parameter"]`` and ``details["reason"]``."""

    details: InvalidParameterDetails


class InvalidGraderError(InvalidParameterError):
    """``invalid_grader``: the grader is unknown, or the operation does not support it."""


class InvalidApiKeyError(GradedCardDataError):
    """``invalid_api_key``: the key is missing, wrong or disabled."""


class ForbiddenError(GradedCardDataError):
    """``forbidden``: the plan of the key does not permit the request."""


class EndpointNotFoundError(GradedCardDataError):
    """``not_found``: there is no such endpoint or catalog. Check ``base_url``."""


class NotFoundError(GradedCardDataError):
    """Base class of the errors for a cert, card, spec or set that does not exist."""


class CertNotFoundError(NotFoundError):
    """``cert_not_found``"""

    details: CertDetails


class CardNotFoundError(NotFoundError):
    """``card_not_found``"""


class SpecNotFoundError(NotFoundError):
    """``spec_not_found``"""

    details: SpecDetails


class SetNotFoundError(NotFoundError):
    """``set_not_found``"""

    details: SetDetails


class ProcessingError(GradedCardDataError):
    """``processing``: the item exists but is not ready yet. See the argument ``wait_until_ready``."""


class RateLimitedError(GradedCardDataError):
    """``rate_limited``: too many requests per second, for longer than the retry budget."""


class QuotaExceededError(GradedCardDataError):
    """``quota_exceeded``: the quota is used up, and resets in ``retry_after`` seconds. Never retried."""


class ApiTimeoutError(GradedCardDataError):
    """``timeout_error``: the API did not finish the request in time."""


class InternalError(GradedCardDataError):
    """``internal_error``: an error on the API's side."""


class AsOfUnavailableError(InternalError):
    """``as_of_unavailable``: histories are temporarily unavailable."""


class ConnectionFailedError(GradedCardDataError):
    """``connection_failed``, raised by the client: no complete response arrived. See ``__cause__``."""


class UnexpectedResponseError(GradedCardDataError):
    """``unexpected_response``, raised by the client: the response came from a proxy or a website."""


class CatalogChangedError(GradedCardDataError):
    """``catalog_changed``, raised by the client: a newer build replaced the one being downloaded."""


class CatalogUnchangedError(GradedCardDataError):
    """``catalog_unchanged``, raised by the client: the stored build is still the newest."""


class RedirectError(GradedCardDataError):
    """``redirected``, raised by the client: the redirect would send the key to another server."""


_CLASSES: dict[str, type[GradedCardDataError]] = {
    "bad_request": BadRequestError,
    "invalid_parameter": InvalidParameterError,
    "invalid_grader": InvalidGraderError,
    "invalid_api_key": InvalidApiKeyError,
    "forbidden": ForbiddenError,
    "not_found": EndpointNotFoundError,
    "cert_not_found": CertNotFoundError,
    "card_not_found": CardNotFoundError,
    "spec_not_found": SpecNotFoundError,
    "set_not_found": SetNotFoundError,
    "processing": ProcessingError,
    "rate_limited": RateLimitedError,
    "quota_exceeded": QuotaExceededError,
    "timeout_error": ApiTimeoutError,
    "internal_error": InternalError,
    "as_of_unavailable": AsOfUnavailableError,
    "connection_failed": ConnectionFailedError,
    "unexpected_response": UnexpectedResponseError,
    "catalog_changed": CatalogChangedError,
    "catalog_unchanged": CatalogUnchangedError,
    "redirected": RedirectError,
}

# Error codes for responses without the API's envelope, such as those of a proxy, load balancer or website. Other errors
# of such servers say nothing about the key or the item.
_CODE_BY_STATUS = {429: "rate_limited", 504: "timeout_error"}


def error_of(failure: Failure) -> GradedCardDataError:
    """Creates an error of the class for its code, or of the base class if the code is unknown."""
    return _CLASSES.get(failure.code, GradedCardDataError)(failure)


def failure_of(response: httpx.Response, content: bytes) -> Failure:
    """Returns the failure that a response describes, with or without the API's envelope."""
    body = _object(_parsed(content))
    error = _object(body.get("error"))
    if not isinstance(error.get("code"), str):
        error = {}
    status = response.status_code
    fallback = "internal_error" if status >= 500 else "unexpected_response"
    code = error.get("code") or _CODE_BY_STATUS.get(status, fallback)
    return Failure(
        code=code,
        message=error.get("message") or _message_of(response, code),
        status=status,
        details=_object(error.get("details")),
        request_id=_object(body.get("meta")).get("request_id")
        or response.headers.get("x-request-id"),
        retry_after=_seconds(response.headers.get("retry-after")),
    )


def is_foreign(response: httpx.Response) -> bool:
    """Whether a response has a content type that the API never sends, such as that of an HTML page."""
    kind = response.headers.get("content-type", "application/json").lower()
    return re.match(r"(application/json|text/csv)\b", kind) is None


def _message_of(response: httpx.Response, code: str) -> str:
    kind = response.headers.get("content-type", "no content type").split(";", 1)[0]
    found = (
        f"The response has the status {response.status_code} and {kind}, "
        "and does not come from the API."
    )
    return f"{found} Check the base URL and your proxy." if code == "unexpected_response" else found


def is_retryable(failure: Failure) -> bool:
    """Whether the same request may succeed after a short wait."""
    return failure.code in ("connection_failed", "rate_limited") or failure.status >= 500


def _parsed(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _seconds(header: str | None) -> float | None:
    return float(header) if header is not None and header.isascii() and header.isdigit() else None
