"""The rate limiter: a sliding window, and queues for tasks and for threads."""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections import deque

# Length of the window in seconds. It is slightly longer than the API's window of one second, because the clocks of
# client and API may run at different speeds.
WINDOW_S = 1.005
# Factor by which a 429 response lowers the rate.
DECREASE = 0.5
# Fraction of the full rate that the client regains per second.
INCREASE = 0.02

# Longest pause after a 429. The request that gets a longer Retry-After fails, but later requests must not wait for it.
MAX_PAUSE_S = 60.0


class RateWindow:
    """Decides when a request may be sent, but has no clock and does not wait.

    The API counts a request at some moment after it is sent and before its response arrives. The
    limiter therefore counts a request until one second after its response. However slow the network
    is, the API never counts more requests within a second than the rate allows.

    Other processes may use the same key. The rate is therefore halved after a 429 response and then
    rises slowly (additive increase, multiplicative decrease). Over time, all clients of a key get
    equal shares.
    """

    def __init__(self, full_rate: float) -> None:
        self._full_rate = max(1.0, full_rate)
        self._in_flight = 0
        self._responses: deque[float] = deque()
        self._held_until = -math.inf
        self._decreased_rate = self._full_rate
        self._decreased_at = -math.inf

    def delay(self, now: float) -> float:
        """Returns the seconds until a request may be sent; infinite if a response must arrive first."""
        while self._responses and self._responses[0] + WINDOW_S <= now:
            self._responses.popleft()
        held = self._held_until - now
        if held > 0:
            return held
        if self._in_flight + len(self._responses) < math.floor(self.rate(now)):
            return 0.0
        if not self._responses:
            return math.inf
        return self._responses[0] + WINDOW_S - now

    def send(self) -> None:
        self._in_flight += 1

    def respond(self, now: float) -> None:
        self._in_flight -= 1
        self._responses.append(now)

    def slow_down(self, seconds: float, now: float) -> None:
        """Halves the rate after a 429 response, and sends no requests for the given number of seconds."""
        self._held_until = max(self._held_until, now + min(seconds, MAX_PAUSE_S))
        # Requests that were sent together may be rejected together. They must lower the rate only once.
        if now < self._decreased_at:
            return
        self._decreased_rate = max(1.0, self.rate(now) * DECREASE)
        self._decreased_at = self._held_until

    def rate(self, now: float) -> float:
        """Returns the rate at a given time, in requests per second."""
        if self._decreased_at == -math.inf:
            return self._full_rate
        regained = max(0.0, now - self._decreased_at) * self._full_rate * INCREASE
        return min(self._full_rate, self._decreased_rate + regained)

    def wait_seconds(self, queued: int, now: float) -> float:
        """Returns the minimum seconds that a new request would wait behind the queued requests."""
        return queued / self.rate(now) + max(0.0, self._held_until - now)


class AsyncRateLimiter:
    """A queue that lets tasks send requests no faster than the API admits them."""

    def __init__(self, rate: float) -> None:
        self._window = RateWindow(rate)
        self._queue: deque[asyncio.Event] = deque()

    @property
    def wait_seconds(self) -> float:
        return self._window.wait_seconds(len(self._queue), time.monotonic())

    async def acquire(self) -> None:
        """Waits until a request may be sent. First come, first served."""
        turn = asyncio.Event()
        self._queue.append(turn)
        try:
            while (delay := self._delay(turn)) > 0:
                turn.clear()
                # Not `asyncio.wait_for`, which before Python 3.12 can swallow a cancellation.
                loop = asyncio.get_running_loop()
                timer = None if delay == math.inf else loop.call_later(delay, turn.set)
                try:
                    await turn.wait()
                finally:
                    if timer:
                        timer.cancel()
            self._window.send()
        finally:
            self._queue.remove(turn)
            self._wake()

    def release(self) -> None:
        """Must be called when the response of a request has arrived."""
        self._window.respond(time.monotonic())
        self._wake()

    def slow_down(self, seconds: float) -> None:
        self._window.slow_down(seconds, time.monotonic())

    def _delay(self, turn: asyncio.Event) -> float:
        return self._window.delay(time.monotonic()) if self._queue[0] is turn else math.inf

    def _wake(self) -> None:
        if self._queue:
            self._queue[0].set()


class RateLimiter:
    """A queue that lets threads send requests no faster than the API admits them."""

    def __init__(self, rate: float) -> None:
        self._window = RateWindow(rate)
        self._queue: deque[object] = deque()
        self._changed = threading.Condition()

    @property
    def wait_seconds(self) -> float:
        with self._changed:
            return self._window.wait_seconds(len(self._queue), time.monotonic())

    def acquire(self) -> None:
        """Waits until a request may be sent. First come, first served."""
        turn = object()
        with self._changed:
            self._queue.append(turn)
            try:
                while (delay := self._delay(turn)) > 0:
                    self._changed.wait(None if delay == math.inf else delay)
                self._window.send()
            finally:
                self._queue.remove(turn)
                self._changed.notify_all()

    def release(self) -> None:
        """Must be called when the response of a request has arrived."""
        with self._changed:
            self._window.respond(time.monotonic())
            self._changed.notify_all()

    def slow_down(self, seconds: float) -> None:
        with self._changed:
            self._window.slow_down(seconds, time.monotonic())

    def _delay(self, turn: object) -> float:
        return self._window.delay(time.monotonic()) if self._queue[0] is turn else math.inf
