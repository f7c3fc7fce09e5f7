"""Converts responses to pandas data frames. Requires the extra ``pandas``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from . import types


def population_frame(card: types.Card | types.CardPopulation) -> pd.DataFrame:
    """Returns a population with one row per grade, including zeros: ``grader``, ``grade``, ``copies``."""
    by_grader = card["population"]["population_data"]["by_grader"]
    rows = [
        (grader, grade, copies)
        for grader, counts in by_grader.items()
        for grade, copies in (counts["grades"] | counts.get("qualifiers", {})).items()
    ]
    return pd.DataFrame(rows, columns=["grader", "grade", "copies"])


def history_frame(card: types.CardHistory) -> pd.DataFrame:
    """Returns a history with one row per grader and date, starting with the grader's first record.

    The columns are ``grader``, ``date``, ``total``, ``gem_total``, ``gem_rate`` and, if the history
    contains grades, one column per grade.
    """

    def rows() -> Iterator[dict[str, Any]]:
        by_grader = card["population"]["population_data"]["by_grader"]
        for grader, series in by_grader.items():
            first = series["first_recorded"]
            for point in series["history"]:
                # Omit the points before the grader's first record. Their counts are zero, although copies may
                # already have existed.
                if first is None or point["date"] < first:
                    continue
                counts = point.get("grades", {}) | point.get("qualifiers", {})
                yield {
                    "grader": grader,
                    "date": point["date"],
                    "total": point["total"],
                    "gem_total": point["gem_total"],
                    "gem_rate": point["gem_rate"],
                    **counts,
                }

    columns = ["grader", "date", "total", "gem_total", "gem_rate"]
    frame = pd.DataFrame(list(rows()))
    if frame.empty:
        return pd.DataFrame(columns=columns)
    return frame.assign(date=pd.to_datetime(frame["date"]))
