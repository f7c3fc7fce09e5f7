"""Client for the graded card data API.

``GradedCardDataClient`` is synchronous and may be shared by threads.
``AsyncGradedCardDataClient`` has the same methods for asyncio.
"""

from . import types
from ._async.client import AsyncGradedCardDataClient
from ._async.download import AsyncCatalogDownload
from ._options import (
    ApiResponse,
    CachedResponse,
    CursorStore,
    Limit,
    ListPage,
    ResponseCache,
    SavedCatalog,
    Wait,
    WatchedChange,
)
from ._sync.client import GradedCardDataClient
from ._sync.download import CatalogDownload
from .errors import (
    ApiTimeoutError,
    AsOfUnavailableError,
    BadRequestError,
    CardNotFoundError,
    CatalogChangedError,
    CatalogUnchangedError,
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
from .guards import (
    in_batches,
    is_error_code,
    is_error_reason,
    is_grade_key,
    is_grader,
    is_grader_name,
)
from ._files import FileCursor, read_api_key
from ._version import __version__

__all__ = [
    "ApiResponse",
    "ApiTimeoutError",
    "AsOfUnavailableError",
    "AsyncCatalogDownload",
    "AsyncGradedCardDataClient",
    "BadRequestError",
    "CachedResponse",
    "CardNotFoundError",
    "CatalogChangedError",
    "CatalogDownload",
    "CatalogUnchangedError",
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
    "WatchedChange",
    "__version__",
    "in_batches",
    "is_error_code",
    "is_error_reason",
    "is_grade_key",
    "is_grader",
    "is_grader_name",
    "read_api_key",
    "types",
]
