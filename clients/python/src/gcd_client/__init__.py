"""Client for the graded card data API.

``GradedCardDataClient`` is synchronous and may be shared by threads.
``AsyncGradedCardDataClient`` has the same methods for asyncio.
"""

from . import types
from ._async.client import AsyncGradedCardDataClient
from ._async.download import AsyncCatalogDownload
from ._options import CachedResponse, CursorStore, Limit, ListPage, ResponseCache, SavedCatalog, Wait
from ._sync.client import GradedCardDataClient
from ._sync.download import CatalogDownload
from .errors import (
    ApiTimeoutError,
    AsOfUnavailableError,
    BadRequestError,
    CardNotFoundError,
    CatalogChangedError,
    CertNotFoundError,
    ConnectionFailedError,
    EndpointNotFoundError,
    ForbiddenError,
    GradedCardDataError,
    InternalError,
    InvalidApiKeyError,
    InvalidGraderError,
    InvalidParameterError,
    NotFoundError,
    ProcessingError,
    QuotaExceededError,
    RateLimitedError,
    RedirectError,
    SetNotFoundError,
    SpecNotFoundError,
    UnexpectedResponseError,
)
from ._files import FileCursor, read_api_key
from ._version import __version__

__all__ = [
    "ApiTimeoutError",
    "AsOfUnavailableError",
    "AsyncCatalogDownload",
    "AsyncGradedCardDataClient",
    "BadRequestError",
    "CachedResponse",
    "CardNotFoundError",
    "CatalogChangedError",
    "CatalogDownload",
    "CertNotFoundError",
    "ConnectionFailedError",
    "CursorStore",
    "EndpointNotFoundError",
    "FileCursor",
    "ForbiddenError",
    "GradedCardDataClient",
    "GradedCardDataError",
    "InternalError",
    "InvalidApiKeyError",
    "InvalidGraderError",
    "InvalidParameterError",
    "Limit",
    "ListPage",
    "NotFoundError",
    "ProcessingError",
    "QuotaExceededError",
    "RateLimitedError",
    "RedirectError",
    "ResponseCache",
    "SavedCatalog",
    "SetNotFoundError",
    "SpecNotFoundError",
    "UnexpectedResponseError",
    "Wait",
    "__version__",
    "read_api_key",
    "types",
]
