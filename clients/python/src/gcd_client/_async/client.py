"""The client class, with the methods that may send several requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from copy import copy
from functools import partial
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
    ApiResponse,
    CachedResponse,
    CursorStore,
    Limit,
    ListPage,
    OnProgress,
    OnWait,
    ResponseCache,
    SavedCatalog,
    WatchedChange,
    api_response,
)
from .._retries import RetryBudget
from .._urls import path, query_string
from .download import AsyncCatalogDownload, download, save
from .operations import AsyncOperations, Data, Day, GraderName, SetCardSort
from .responses import AsyncResponses
from .transport import AsyncTransport, IncompleteResponseError, read_json

if TYPE_CHECKING:
    from typing_extensions import Self


class AsyncClientResponses(AsyncResponses):
    """The same operations as those of the client. Each returns an ApiResponse."""

    def __init__(
        self,
        transport: AsyncTransport,
        cache: ResponseCache | None,
        retry_budget: Callable[[], RetryBudget] | None = None,
    ) -> None:
        self._transport = transport
        self._cache = cache
        self._retry_budget = retry_budget or transport.retry_budget

    async def _get(self, kind: type[Data], target: str, **query: Any) -> ApiResponse[Data]:
        """Returns the ``data`` of a response, from the cache if it is unchanged."""
        target += query_string(query)
        cached = self._cache.get(target) if self._cache is not None else None

        async def read(response: httpx.Response) -> ApiResponse[Data]:
            if cached and response.status_code == 304:
                await response.aclose()
                return api_response(response.headers, cached.data)
            body = await read_json(response)
            etag = response.headers.get("etag")
            if self._cache is not None and etag is not None:
                self._cache[target] = CachedResponse(etag, body["data"], len(response.content))
            return api_response(response.headers, body["data"])

        headers = {"if-none-match": cached.etag} if cached else None
        return await self._transport.request(target, read, headers, self._retry_budget())

    async def _get_page(
        self, kind: type[Data], target: str, **query: Any
    ) -> ApiResponse[ListPage[Data]]:
        """Returns a page of a list. Does not cache it, because the pagination may change although the ETag does not."""

        async def read(response: httpx.Response) -> ApiResponse[ListPage[Data]]:
            body = await read_json(response)
            try:
                page: ListPage[Data] = ListPage(body["data"], body["meta"]["pagination"])
            except (KeyError, TypeError) as error:
                raise IncompleteResponseError("the response has no pagination") from error
            return api_response(response.headers, page)

        return await self._transport.request(
            target + query_string(query), read, None, self._retry_budget()
        )


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
        self.with_response: AsyncClientResponses = AsyncClientResponses(self._transport, cache)
        """The same operations, which return an ApiResponse: the data, request id, ETag and ignored parameters."""

    def with_budget(self, budget: float, *, wait_until_ready: bool | None = None) -> Self:
        """Returns a client with another ``budget``, which shares the connections, rate limit and cache.

        With the budget 0, requests are not retried. ``wait_until_ready`` replaces the argument of the client.
        """
        other = copy(self)
        other.with_response = AsyncClientResponses(
            self._transport,
            self.with_response._cache,
            partial(self._transport.retry_budget, budget, wait_until_ready),
        )
        return other

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
        stored = store.load() if store else None
        cursor = cursor if stored is None else stored
        while True:
            page = await self.list_changes(
                cursor=cursor, since=since if cursor is None else None, limit=limit, include=include
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

    async def watch_cards(
        self,
        ids: Iterable[str],
        *,
        store: CursorStore | None = None,
        cursor: str | None = None,
        since: Day | None = None,
        limit: int | None = None,
        once: bool = False,
        poll: float = 60.0,
    ) -> AsyncIterator[WatchedChange]:
        """Yields the changes of some cards, also after they are matched with others.

        ``ids``: ids of grader cards, which never change, or of universal cards. Ids that are added to a
        ``set`` later are watched from the next page on. The other arguments are those of ``follow_changes``.
        """
        watched = ids if isinstance(ids, set) else set(ids)
        pages = self.follow_changes(
            store=store,
            cursor=cursor,
            since=since,
            limit=limit,
            include="population",
            once=once,
            poll=poll,
        )
        async for page in pages:
            for change in page.get("changes", []):
                # The feed lists a matched card under another id, but a grader card always keeps its own.
                for member in change["by_grader"].values():
                    if member["card_id"] in watched:
                        yield WatchedChange(member["card_id"], change, member)

    async def all_sets(
        self,
        *,
        query: str | None = None,
        category: str | None = None,
        year: str | int | None = None,
    ) -> AsyncIterator[types.CardSet]:
        """Yields all sets that match, most graded first. Requests pages as needed."""
        page: int | None = 1
        while page is not None:
            found = await self.list_sets(query=query, category=category, year=year, page=page)
            for card_set in found.items:
                yield card_set
            page = found.pagination.get("next_page")

    async def all_set_cards(
        self,
        set_id: str,
        *,
        sort: SetCardSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        parallel: str | None = None,
        has_gem: bool | None = None,
    ) -> AsyncIterator[types.SetCard]:
        """Yields all cards of a set. Requests pages as needed."""
        page: int | None = 1
        while page is not None:
            found = await self.list_set_cards(
                set_id, page=page, sort=sort, order=order, parallel=parallel, has_gem=has_gem
            )
            for card in found.items:
                yield card
            page = found.pagination.get("next_page")

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

        ``FILE.build.json`` keeps the ``ETag`` of the file, so that the next call downloads nothing if the
        catalog has not changed. Incomplete data is kept in ``FILE.part`` and ``FILE.part.json``, from
        which the next call resumes. ``populations`` downloads the populations of the cards instead of the cards.
        """
        target = path("catalogs", catalog, *(["populations"] if populations else []))
        return await save(self._transport, target, file, on_progress)

    async def _get(self, kind: type[Data], target: str, **query: Any) -> Data:
        return (await self.with_response._get(kind, target, **query)).data

    async def _get_page(self, kind: type[Data], target: str, **query: Any) -> ListPage[Data]:
        return (await self.with_response._get_page(kind, target, **query)).data
