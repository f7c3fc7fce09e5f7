"""Asyncio and thread primitives. ``scripts/generate_sync.py`` replaces the former with the latter."""

import asyncio
import threading
import time

AsyncLock = asyncio.Lock
Lock = threading.Lock

async_sleep = asyncio.sleep
sleep = time.sleep
