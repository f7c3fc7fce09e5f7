"""Downloads of catalogs that resume after a broken connection."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

import httpx

from .._options import OnProgress, SavedCatalog
from .._part_file import Build, PartFile
from ..errors import CatalogChangedError, CatalogUnchangedError, Failure, InternalError
from .transport import AsyncTransport, Failed, IncompleteResponseError

if TYPE_CHECKING:
    from typing_extensions import Self


@dataclass(frozen=True)
class AsyncCatalogDownload:
    """A download of a catalog. Iterate over it for the bytes of the CSV file (UTF-8).

    If a connection breaks, the iteration resumes automatically. It raises an error if it cannot resume.
    """

    etag: str
    """ETag of this build of the catalog, which a later download needs to resume."""
    change_cursor: str
    """Cursor in the change feed at the time of the build. ``follow_changes`` continues from it."""
    file_name: str
    """Suggested file name, which contains the date of the build."""
    size: int
    """Total size of the file in bytes."""
    offset: int
    """Number of bytes before the start of this download."""
    _target: str
    _transport: AsyncTransport
    _responses: list[httpx.Response]

    async def __aiter__(self) -> AsyncIterator[bytes]:
        at = self.offset
        budget = self._transport.retry_budget()
        while at < self.size:
            if not self._responses:
                await _open(self._transport, self._target, at, self.etag, self._responses)
            try:
                async for chunk in self._responses[0].aiter_raw():
                    at += len(chunk)
                    # Data has arrived, so the next interruption gets a new retry budget.
                    budget = self._transport.retry_budget()
                    yield chunk
                if at < self.size:
                    raise IncompleteResponseError("the response ended early")
            except (httpx.RequestError, IncompleteResponseError) as cause:
                await self.aclose()
                reason = str(cause) or type(cause).__name__
                failure = Failure("connection_failed", f"The download was interrupted: {reason}", 0)
                await self._transport.wait(Failed(failure, cause), self._target, budget)
        await self.aclose()

    async def aclose(self) -> None:
        """Ends the download early."""
        while self._responses:
            await self._responses.pop().aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        await self.aclose()


async def download(
    transport: AsyncTransport,
    target: str,
    offset: int,
    etag: str | None,
    if_none_match: str | None = None,
) -> AsyncCatalogDownload:
    """Starts or resumes a download.

    Raises CatalogChangedError if the build with that ``etag`` is no longer available, and
    CatalogUnchangedError if the build with the ETag ``if_none_match`` is still the newest.
    """
    responses: list[httpx.Response] = []
    response = await _open(transport, target, offset, etag, responses, if_none_match)
    content_range = _content_range(response)
    file_name = re.search(r'filename="([\w.-]+)"', response.headers.get("content-disposition", ""))
    return AsyncCatalogDownload(
        etag=response.headers["etag"],
        change_cursor=response.headers["x-change-cursor"],
        file_name=file_name[1] if file_name else "catalog.csv",
        size=content_range[1] if content_range else int(response.headers["content-length"]),
        offset=offset,
        _target=target,
        _transport=transport,
        _responses=responses,
    )


async def save(
    transport: AsyncTransport,
    target: str,
    file: str | os.PathLike[str],
    on_progress: OnProgress | None,
) -> SavedCatalog:
    """Downloads to a file, which appears once it is complete."""
    part = PartFile(file)
    try:
        build = await _save_part(transport, target, part, on_progress)
    except CatalogChangedError:
        # The build of the saved part is no longer available, so the part cannot be completed.
        part.remove()
        build = await _save_part(transport, target, part, on_progress)
    except CatalogUnchangedError:
        known = part.complete_build()
        if known is None:
            raise
        part.remove()
        return SavedCatalog(known.size, known.change_cursor, is_unchanged=True)
    part.complete(build)
    return SavedCatalog(build.size, build.change_cursor, is_unchanged=False)


async def _save_part(
    transport: AsyncTransport, target: str, part: PartFile, on_progress: OnProgress | None
) -> Build:
    saved, offset = part.begun()
    if saved and offset == saved.size:
        return saved
    known = None if saved else part.complete_build()
    started = await download(
        transport, target, offset, saved.etag if saved else None, known.etag if known else None
    )
    async with started:
        build = Build(started.etag, started.size, started.change_cursor)
        if not saved:
            part.begin(build)
        with part.open(offset) as handle:
            async for chunk in started:
                handle.write(chunk)
                offset += len(chunk)
                if on_progress:
                    on_progress(offset, build.size)
            handle.flush()
            os.fsync(handle.fileno())
    return build


async def _open(
    transport: AsyncTransport,
    target: str,
    offset: int,
    etag: str | None,
    responses: list[httpx.Response],
    if_none_match: str | None = None,
) -> httpx.Response:
    """Requests the bytes from an offset, and adds the open response to a list."""
    # Always request a range, without compression, so that offsets count bytes of the file.
    headers = {"range": f"bytes={offset}-", "accept-encoding": "identity"}
    if etag is not None:
        headers["if-range"] = etag
    if if_none_match is not None:
        headers["if-none-match"] = if_none_match

    async def read(response: httpx.Response) -> httpx.Response:
        if response.status_code == 304:
            failure = Failure(
                code="catalog_unchanged",
                message="This build of the catalog is the newest.",
                status=response.status_code,
                request_id=response.headers.get("x-request-id"),
            )
            raise CatalogUnchangedError(failure)
        content_range = _content_range(response)
        has_size = content_range or "content-length" in response.headers
        if not has_size or "etag" not in response.headers:
            message = "the response does not state the ETag and the size of the catalog"
            raise IncompleteResponseError(message)
        is_other_build = etag is not None and response.headers.get("etag") != etag
        starts_at = content_range[0] if content_range else 0
        if is_other_build or starts_at != offset:
            failure = Failure(
                code="catalog_changed",
                message="This build of the catalog is no longer available. Start a new download.",
                status=response.status_code,
                request_id=response.headers.get("x-request-id"),
            )
            raise CatalogChangedError(failure)
        if "x-change-cursor" not in response.headers:
            failure = Failure(
                code="internal_error",
                message="The catalog has no cursor in the change feed. Build it again.",
                status=response.status_code,
                request_id=response.headers.get("x-request-id"),
            )
            raise InternalError(failure)
        responses.append(response)
        return response

    return await transport.request(target, read, headers)


def _content_range(response: httpx.Response) -> tuple[int, int] | None:
    """Returns the first byte and the total size of a partial response."""
    header = response.headers.get("content-range", "")
    found = re.fullmatch(r"bytes (\d+)-\d+/(\d+)", header)
    return (int(found[1]), int(found[2])) if found else None
