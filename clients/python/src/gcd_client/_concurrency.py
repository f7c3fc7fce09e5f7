"""Primitives for asyncio and threads. ``generate_sync.mjs`` replaces the asyncio primitives with those for threads."""

import asyncio
import threading
import time
from typing import Optional


class AsyncLock:
    """A lock for tasks. In Python 3.9, ``asyncio.Lock`` belongs to the event loop in which it is created."""

    def __init__(self) -> None:
        self._lock: Optional[asyncio.Lock] = None

    async def __aenter__(self) -> None:
        self._lock = self._lock or asyncio.Lock()
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        if self._lock:
            self._lock.release()


Lock = threading.Lock

async_sleep = asyncio.sleep
sleep = time.sleep
