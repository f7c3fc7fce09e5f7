"""The retry budget."""

from __future__ import annotations

import random
import time

MAX_BACKOFF_S = 30.0
FIRST_BACKOFF_S = 0.25
# Jitter, so that clients do not all retry at the same moment after an outage.
JITTER = 0.2


class RetryBudget:
    """Limits the total time of retries, counted from the first failure."""

    def __init__(self, budget: float, wait_until_ready: bool) -> None:
        self.wait_until_ready = wait_until_ready
        self._budget = budget
        self._tries = 0
        self._deadline: float | None = None

    def next(self, retry_after: float | None) -> float | None:
        """Returns the seconds to wait before the next retry, or None if the budget is used up."""
        now = time.monotonic()
        if self._deadline is None:
            self._deadline = now + self._budget
        # Use backoff for 0 too, so that a server that sends ``Retry-After: 0`` gets no flood of requests.
        seconds = retry_after or min(MAX_BACKOFF_S, FIRST_BACKOFF_S * 2.0**self._tries)
        self._tries += 1
        if now + seconds > self._deadline:
            return None
        return seconds + min(seconds, 1) * JITTER * random.random()
