"""The client class, with the methods that may send several requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from os import PathLike
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal

import httpx

from .. import types
from .._concurrency import async_sleep
from .._options import (
    DEFAULT_BASE_URL,
    DEFAULT_BUDGET_S,
    DEFAULT_TIMEOUT_S,
    CachedResponse,
    CursorStore,
    Limit,
    ListPage,
    OnProgress,
    OnWait,
    ResponseCache,
    SavedCatalog,
)
from .._urls import path, query_string
from .download import AsyncCatalogDownload, download, save
from .operations import AsyncOperations, Day, GraderName
from .transport import AsyncTransport, IncompleteResponseError, read_json

if TYPE_CHECKING:
    from typing_extensions import Self


class AsyncGradedCardDataClient(AsyncOperations):
    """Client for the graded card data API.

    Requests wait in a queue, so that the client never sends more per second than the key allows.
    Temporary failures are retried. Other failures raise the subclass of GradedCardDataError for their
    error code.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str = DEFAULT_BASE_URL,
        *,
        budget: float = DEFAULT_BUDGET_S,
        rate_limit: float | None = None,
        timeout: float = DEFAULT_TIMEOUT_S,
        wait_until_ready: bool = False,
        cache: ResponseCache | None = None,
        on_wait: OnWait | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Creates a client.

        ``budget``: maximum total time that a request may wait for retries, in seconds.
        ``rate_limit``: requests per second. If None, the client requests the rate from the API; this
        request is not charged.
        ``timeout``: maximum time without data from the API, in seconds.
        ``wait_until_ready``: retries a ``202 processing`` within the budget, until the images or the
        spec are ready. By default, it fails immediately, because data arrives by import, often hours later.
        ``cache``: stores responses, so that unchanged ones are not transferred again. A ``dict`` works.
        ``on_wait``: called before each wait for a retry.
        ``http_client``: replaces the default HTTP client, for example to configure a proxy or
        certificates. The caller must close it.
        """
        self._transport = AsyncTransport(
            api_key,
            base_url,
            budget=budget,
            rate_limit=rate_limit,
            timeout=timeout,
            wait_until_ready=wait_until_ready,
            on_wait=on_wait,
            http_client=http_client,
        )
        self._cache = cache

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._transport.aclose()

    @property
    def limits(self) -> Mapping[str, Limit]:
        """Limited quota buckets by name, as of the latest response."""
        return self._transport.limits

    @property
    def wait_seconds(self) -> float:
        """Minimum time in seconds that a new request would wait because of the rate limit."""
        return self._transport.wait_seconds

    async def search_cards(
        self,
        query: str,
        *,
        category: str | None = None,
        year: str | int | None = None,
        grader: GraderName | None = None,
    ) -> AsyncIterator[types.SearchResult]:
        """Yields up to 100 cards that match a query, most relevant first. Requests pages as needed."""
        for page in range(1, 11):
            found = await self.search_simple(
                query, page=page, category=category, year=year, grader=grader
            )
            for card in found["results"]:
                yield card
            if not found["has_more"]:
                return

    async def follow_changes(
        self,
        *,
        store: CursorStore | None = None,
        cursor: str | None = None,
        since: Day | None = None,
        limit: int | None = None,
        include: Literal["population"] | None = None,
        once: bool = False,
        poll: float = 60.0,
    ) -> AsyncIterator[types.ChangePage]:
        """Yields the pages of the change feed that contain ids. Requires the permission ``changes``.

        The cursor of a page is stored when the next page is requested. If the processing of a
        page is interrupted, the next run therefore yields that page again.

        ``store``: keeps the cursor between runs, for example ``FileCursor``. Overrides ``cursor``.
        ``since``: first day (UTC) if there is no cursor; None for today.
        ``once``: stops when there are no more changes, instead of waiting ``poll`` seconds.
        """
        cursor = (store.load() if store else None) or cursor
        while True:
            page = await self.list_changes(
                cursor=cursor, since=None if cursor else since, limit=limit, include=include
            )
            if page["card_ids"]:
                yield page
            if store and page["next_cursor"] != cursor:
                store.save(page["next_cursor"])
            cursor = page["next_cursor"]
            if page["has_more"]:
                continue
            if once:
                return
            await async_sleep(poll)

    async def download_catalog(
        self, catalog: types.CatalogName, *, offset: int = 0, etag: str | None = None
    ) -> AsyncCatalogDownload:
        """Starts a download of all cards of a catalog as CSV.

        ``offset`` and ``etag`` resume an earlier download of the same build. Raises
        CatalogChangedError if that build is no longer available.
        """
        return await download(self._transport, path("catalogs", catalog), offset, etag)

    async def download_catalog_populations(
        self, catalog: types.CatalogName, *, offset: int = 0, etag: str | None = None
    ) -> AsyncCatalogDownload:
        """Like download_catalog, but downloads the populations of all cards of a catalog."""
        target = path("catalogs", catalog, "populations")
        return await download(self._transport, target, offset, etag)

    async def save_catalog(
        self,
        catalog: types.CatalogName,
        file: str | PathLike[str],
        *,
        populations: bool = False,
        on_progress: OnProgress | None = None,
    ) -> SavedCatalog:
        """Downloads a catalog to a file, which appears once it is complete.

        Incomplete data is kept in ``FILE.part`` and ``FILE.part.json``, from which the next call
        resumes. ``populations`` downloads the populations of the cards instead of the cards.
        """
        target = path("catalogs", catalog, *(["populations"] if populations else []))
        return await save(self._transport, target, file, on_progress)

    async def _get(self, target: str, **query: Any) -> Any:
        """Returns the ``data`` of a response, from the cache if it is unchanged."""
        target += query_string(query)
        cached = self._cache.get(target) if self._cache is not None else None

        async def read(response: httpx.Response) -> Any:
            if cached and response.status_code == 304:
                await response.aclose()
                return cached.data
            body = await read_json(response)
            etag = response.headers.get("etag")
            if self._cache is not None and etag is not None:
                self._cache[target] = CachedResponse(etag, body["data"], len(response.content))
            return body["data"]

        headers = {"if-none-match": cached.etag} if cached else None
        return await self._transport.request(target, read, headers)

    async def _get_page(self, target: str, **query: Any) -> ListPage[Any]:
        """Returns a page of a list. Does not cache it, because the pagination may change although the ETag does not."""

        async def read(response: httpx.Response) -> ListPage[Any]:
            body = await read_json(response)
            try:
                return ListPage(body["data"], body["meta"]["pagination"])
            except (KeyError, TypeError) as error:
                raise IncompleteResponseError("the response has no pagination") from error

        return await self._transport.request(target + query_string(query), read)
