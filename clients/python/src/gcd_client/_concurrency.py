"""Code that differs between tasks and threads. ``scripts/generate_sync.py`` swaps the two."""

import asyncio
import threading
import time

AsyncLock = asyncio.Lock
Lock = threading.Lock

async_sleep = asyncio.sleep
sleep = time.sleep
