"""Common interface to both clients under test. The asynchronous client runs in an event loop."""

import asyncio
import inspect
import os
from collections.abc import AsyncIterator
from typing import Any

import httpx

from gcd_client import AsyncGradedCardDataClient, GradedCardDataClient

KINDS = {"sync": GradedCardDataClient, "async": AsyncGradedCardDataClient}


def environment(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(f"{name} is not set. Run: npm test -- clients/python")
    return value


class Blocking:
    """Calls methods of either client and waits for the results. Converts iterators to lists."""

    def __init__(self, kind: str, **options: Any) -> None:
        self._runner = asyncio.Runner()
        self.client = KINDS[kind](**options)

    def call(self, method: str, *args: Any, **query: Any) -> Any:
        return self._runner.run(self._call(method, args, query))

    async def _call(self, method: str, args: tuple[Any, ...], query: dict[str, Any]) -> Any:
        result = getattr(self.client, method)(*args, **query)
        if inspect.isawaitable(result):
            result = await result
        if isinstance(result, AsyncIterator):
            return [item async for item in result]
        return list(result) if inspect.isgenerator(result) else result

    def close(self) -> None:
        close = getattr(self.client, "aclose", None)
        if close:
            self._runner.run(close())
        else:
            self.client.close()
        self._runner.close()


def live_client(kind: str, **options: Any) -> Blocking:
    """Creates a client of the running API with the test key."""
    given = {"base_url": environment("TEST_API_URL"), "api_key": environment("TEST_API_KEY")}
    return Blocking(kind, **given | options)


def live_sync(**options: Any) -> GradedCardDataClient:
    """Creates a synchronous client of the running API with the test key."""
    given = {"base_url": environment("TEST_API_URL"), "api_key": environment("TEST_API_KEY")}
    return GradedCardDataClient(**given | options)


def get(target: str) -> httpx.Response:
    """Requests a path from the running API, without a client."""
    headers = {"x-api-key": environment("TEST_API_KEY"), "accept-encoding": "identity"}
    return httpx.get(environment("TEST_API_URL") + target, headers=headers)
