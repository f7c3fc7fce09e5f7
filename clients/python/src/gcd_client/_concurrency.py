"""What differs between tasks and threads. ``scripts/generate_sync.py`` replaces one by the other."""

import asyncio
import threading
import time

AsyncLock = asyncio.Lock
Lock = threading.Lock

async_sleep = asyncio.sleep
sleep = time.sleep
