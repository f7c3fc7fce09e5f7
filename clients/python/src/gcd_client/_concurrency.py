"""Primitives for asyncio and threads. ``generate_sync.mjs`` replaces the asyncio primitives with those for threads."""

import asyncio
import threading
import time

AsyncLock = asyncio.Lock
Lock = threading.Lock

async_sleep = asyncio.sleep
sleep = time.sleep
