"""Builds and checks the URLs of requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import quote, urlencode, urljoin, urlsplit

import httpx

from .errors import BadRequestError, Failure, InvalidParameterError


def path(*segments: str | int) -> str:
    """Joins segments into a path under ``/v1``, and encodes each of them.

    Raises BadRequestError for the segments ``.`` and ``..``. They would lead to another path,
    because URL parsers resolve them even if they are encoded. Also raises it for text that is not well-formed Unicode.
    """
    for segment in map(str, segments):
        if segment in ("", ".", "..") or re.search("[\ud800-\udfff]", segment):
            failure = Failure(
                code="bad_request",
                message=f"{segment!a} cannot be used as an id.",
                status=0,
                details={"type": "malformed_uri"},
            )
            raise BadRequestError(failure)
    return "/v1/" + "/".join(quote(str(segment), safe="!'()*") for segment in segments)


def query_string(query: Mapping[str, Any]) -> str:
    """Returns the query string with its ``?``. Omits parameters that are None.

    Raises InvalidParameterError if an item of a list contains a comma, which would separate it into several items.
    """
    given = {name: _text(name, value) for name, value in query.items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.strftime("%Y-%m-%d")
    if isinstance(value, (str, int)):
        return str(value)
    items = [str(item) for item in value]
    for item in items:
        if "," in item:
            failure = Failure(
                code="invalid_parameter",
                message=f'"{item}" contains a comma, which separates items. Remove it.',
                status=0,
                details={"parameter": name, "reason": "malformed"},
            )
            raise InvalidParameterError(failure)
    return ",".join(items)


def redirect_target(url: httpx.URL, location: str) -> httpx.URL | None:
    """Returns the URL that a redirect leads to, or None if it is not a valid HTTP URL."""
    try:
        target = urljoin(str(url), location)
        parts = urlsplit(target)
        # httpx before 0.24 ignores an invalid host or port.
        return httpx.URL(target) if parts.hostname and parts.port != 0 else None
    except (httpx.InvalidURL, ValueError):
        return None


def is_same_origin(one: httpx.URL, other: httpx.URL) -> bool:
    return _origin(one) == _origin(other)


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    default = {"http": 80, "https": 443}.get(url.scheme)
    return url.scheme, url.host, url.port or default


def checked_base_url(base_url: str) -> str:
    """Returns the base URL without a trailing slash. Raises ValueError if it is not an HTTP URL."""
    url = httpx.URL(base_url)
    if url.scheme not in ("http", "https") or not url.host or url.query or url.fragment:
        raise ValueError(f"base_url must be an http or https URL without a query: {base_url}")
    return base_url.rstrip("/")


def checked_api_key(api_key: str) -> str:
    """Raises ValueError, without the key in its message, if the key cannot be sent as a header."""
    if not api_key or not api_key.isascii() or not api_key.isprintable() or " " in api_key:
        raise ValueError("api_key must be a key as issued: printable characters without spaces.")
    return api_key
