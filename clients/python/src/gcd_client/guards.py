"""Guards for the literals of ``types``, and lists of ids for batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar, get_args

from . import types

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

Id = TypeVar("Id")

# Maximum number of ids in one request.
MAX_IDS = 100


def is_grader(value: object) -> TypeGuard[types.Grader]:
    """Whether a value is the normalized name of a grader."""
    return value in get_args(types.Grader)


def is_grader_name(value: object) -> TypeGuard[types.GraderName]:
    """Whether a value is the normalized name of a grader, or an alias, in lower case."""
    return value in get_args(types.GraderName)


def is_grade_key(value: object) -> TypeGuard[types.GradeKey]:
    """Whether a value is a grade label key, such as ``psa_10``, that this version of the client knows."""
    return value in get_args(types.GradeKey)


def is_error_code(value: object) -> TypeGuard[types.ErrorCode]:
    """Whether a value is an error code of the API that this version of the client knows."""
    return value in get_args(types.ErrorCode)


def is_error_reason(value: object) -> TypeGuard[types.ErrorReason]:
    """Whether a value is a reason in the details of an error that this version of the client knows."""
    return value in get_args(types.ErrorReason)


def in_batches(ids: Iterable[Id]) -> Iterator[list[Id]]:
    """Yields lists of at most 100 ids, for ``lookup_certs``, ``find_certs`` and ``get_card_populations``."""
    batch: list[Id] = []
    for each in ids:
        batch.append(each)
        if len(batch) == MAX_IDS:
            yield batch
            batch = []
    if batch:
        yield batch
