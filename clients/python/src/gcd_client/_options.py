"""Types of options and results that are not API responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Generic, Protocol, TypeVar
from urllib.parse import unquote

from .types import Change, ChangedGrader, Pagination

Item = TypeVar("Item")

DEFAULT_BASE_URL = "http://localhost:3000"
DEFAULT_BUDGET_S = 60.0
DEFAULT_TIMEOUT_S = 30.0


@dataclass(frozen=True)
class Limit:
    """A quota bucket, as of the latest response."""

    bucket: str
    """Name of the quota bucket, for example ``base``."""
    limit: int
    """Requests allowed in the period."""
    remaining: int
    """Requests left in the period."""
    reset: datetime
    """End of the period, in UTC."""


@dataclass(frozen=True)
class Wait:
    """A wait before a retry."""

    code: str
    """Code of the failure, for example ``processing`` or ``connection_failed``."""
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
class ApiResponse(Generic[Item]):
    """The data of a response, with what its headers say."""

    data: Item
    request_id: str | None
    """Id of the request, for problem reports."""
    etag: str | None
    """``ETag`` of the data. None if the response has none."""
    ignored_parameters: list[str]
    """Names of parameters that the API does not know and ignored."""


@dataclass(frozen=True)
class WatchedChange:
    """A change of a watched card."""

    id: str
    """The watched id."""
    change: Change
    """The change of the card to which the id belongs now. Its ``card_id`` differs from ``id`` after a match."""
    member: ChangedGrader
    """Totals of the grader card with the watched id. A universal id is the id of one of its grader cards."""


@dataclass(frozen=True)
class SavedCatalog:
    """A catalog that was saved to a file."""

    size: int
    """Size of the file in bytes."""
    change_cursor: str
    """Cursor in the change feed at the time of the build. ``follow_changes`` continues from it."""
    is_unchanged: bool
    """Whether the file was already the newest build, so that nothing was downloaded."""


@dataclass(frozen=True)
class CachedResponse:
    """A cached response. It is reused as long as the API confirms that it has not changed."""

    etag: str
    data: Any
    size: int
    """Size of the JSON response in bytes."""


class ResponseCache(Protocol):
    """Stores responses by path and query: a ``dict``, or a cache with eviction."""

    def get(self, target: str, /) -> CachedResponse | None: ...

    def __setitem__(self, target: str, response: CachedResponse, /) -> None: ...


class CursorStore(Protocol):
    """Keeps the position in the change feed between runs."""

    def load(self) -> str | None:
        """Returns the stored cursor, or None. Called once, before the first request."""

    def save(self, cursor: str) -> None:
        """Stores a cursor. Called when the next page is requested, after all changes before it were processed."""


OnWait = Callable[[Wait], object]
OnProgress = Callable[[int, int], object]
"""Called with the number of bytes downloaded and the total number of bytes."""


def api_response(headers: Mapping[str, str], data: Item) -> ApiResponse[Item]:
    """Adds what the headers of a response say to its data."""
    ignored = headers.get("x-ignored-parameters")
    return ApiResponse(
        data=data,
        request_id=headers.get("x-request-id"),
        etag=headers.get("etag"),
        ignored_parameters=[unquote(name.strip()) for name in ignored.split(",")] if ignored else [],
    )


def limit_of(headers: Mapping[str, str]) -> Limit | None:
    """Reads the ``X-RateLimit-*`` headers. Returns None if no limited bucket was charged."""
    bucket = headers.get("x-ratelimit-bucket")
    if not bucket:
        return None
    try:
        return Limit(
            bucket=bucket,
            limit=int(headers["x-ratelimit-limit"]),
            remaining=int(headers["x-ratelimit-remaining"]),
            reset=datetime.fromtimestamp(int(headers["x-ratelimit-reset"]), timezone.utc),
        )
    except (KeyError, ValueError):
        return None
