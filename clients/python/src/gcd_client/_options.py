"""Options and results that are not responses of the API."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, Protocol, TypeVar

from .types import Pagination

Item = TypeVar("Item")

DEFAULT_BASE_URL = "http://localhost:3000"
DEFAULT_BUDGET_S = 60.0
DEFAULT_TIMEOUT_S = 30.0


@dataclass(frozen=True)
class Limit:
    """A bucket of the quota, as the newest response described it."""

    bucket: str
    """For example ``base``."""
    limit: int
    """Requests allowed in the period."""
    remaining: int
    """Requests left."""
    reset: datetime
    """End of the period, in UTC."""


@dataclass(frozen=True)
class Wait:
    """A wait before a retry."""

    code: str
    """Of the failure: ``processing``, ``rate_limited``, ``internal_error``, ``connection_failed`` …"""
    message: str
    seconds: float
    target: str
    """Path and query of the request."""


@dataclass(frozen=True)
class ListPage(Generic[Item]):
    """A page of a list."""

    items: list[Item]
    pagination: Pagination


@dataclass(frozen=True)
class CachedResponse:
    """A response that is reused while the API says that it has not changed."""

    etag: str
    data: Any
    size: int
    """Bytes that the response had as JSON."""


class ResponseCache(Protocol):
    """Stores responses by path and query: a ``dict``, or a cache that evicts."""

    def get(self, target: str, /) -> CachedResponse | None: ...

    def __setitem__(self, target: str, response: CachedResponse, /) -> None: ...


class CursorStore(Protocol):
    """Keeps the position in the change feed between runs."""

    def load(self) -> str | None:
        """Returns the stored cursor, or None."""

    def save(self, cursor: str) -> None:
        """Stores a cursor. Called when everything before it has been processed."""


OnWait = Callable[[Wait], object]
OnProgress = Callable[[int, int], object]
"""Called with the bytes downloaded and the bytes in total."""


def limit_of(headers: Mapping[str, str]) -> Limit | None:
    """Reads the ``X-RateLimit-*`` headers. None if the request was charged to no limited bucket."""
    bucket = headers.get("x-ratelimit-bucket")
    if not bucket:
        return None
    try:
        return Limit(
            bucket=bucket,
            limit=int(headers["x-ratelimit-limit"]),
            remaining=int(headers["x-ratelimit-remaining"]),
            reset=datetime.fromtimestamp(int(headers["x-ratelimit-reset"]), UTC),
        )
    except (KeyError, ValueError):
        return None
