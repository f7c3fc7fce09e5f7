"""Tests that need no server."""

import asyncio
import os
import pickle
import random
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from gcd_client import FileCursor, GradedCardDataClient, read_api_key
from gcd_client._rate import AsyncRateLimiter, RateWindow
from gcd_client._retries import RetryBudget
from gcd_client.errors import BadRequestError, CertNotFoundError, Failure, error_of



class Rate(unittest.TestCase):
    def test_no_second_contains_more_requests_than_the_rate_limit(self) -> None:
        for seed in range(50):
            random.seed(seed)
            rate = random.randint(1, 20)
            window = RateWindow(rate)
            now, counted, in_flight = 0.0, [], []
            while len(counted) < 100:
                in_flight.sort()
                if (delay := window.delay(now)) == 0:
                    window.send()
                    latency = random.uniform(0, 0.3)
                    # The API counts the request at an unknown moment before the response.
                    counted.append(now + random.uniform(0, latency))
                    in_flight.append(now + latency)
                elif in_flight and in_flight[0] <= now + delay:
                    now = max(now, in_flight.pop(0))
                    window.respond(now)
                else:
                    now += delay
            counted.sort()
            for first, last in zip(counted, counted[rate:]):
                self.assertGreater(last - first, 1, f"seed {seed}")

    def test_a_429_response_halves_the_rate_which_then_rises_again(self) -> None:
        window = RateWindow(100)
        window.slow_down(1, now=0)
        window.slow_down(1, now=0.5)
        self.assertAlmostEqual(window.delay(0.5), 1)
        self.assertEqual(window.rate(1.5), 50 + 1)
        self.assertEqual(window.rate(1000), 100)

    def test_a_429_response_delays_later_requests_by_at_most_a_minute(self) -> None:
        window = RateWindow(1)
        window.slow_down(100_000, now=0)
        self.assertEqual(window.delay(0), 60)

    def test_a_canceled_task_leaves_the_queue(self) -> None:
        async def main() -> None:
            limiter = AsyncRateLimiter(1)
            await limiter.acquire()
            canceled = asyncio.create_task(limiter.acquire())
            following = asyncio.create_task(limiter.acquire())
            await asyncio.sleep(0)
            canceled.cancel()
            limiter.release()
            await following
            self.assertTrue(canceled.cancelled())

        asyncio.run(main())


class Retries(unittest.TestCase):
    def test_backoff_is_exponential_up_to_the_budget(self) -> None:
        budget = RetryBudget(1000, False)
        waits = [budget.next(None) or 0 for _ in range(9)]
        for wait, least in zip(waits, [0.25, 0.5, 1, 2, 4, 8, 16, 30, 30], strict=True):
            self.assertTrue(least <= wait <= least + 0.2, waits)
        self.assertIsNone(budget.next(1001))


    def test_backoff_replaces_a_retry_after_of_zero(self) -> None:
        self.assertGreater(RetryBudget(1, False).next(0) or 0, 0)


class Keys(unittest.TestCase):
    def test_the_key_file_overrides_the_environment_and_must_be_private(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            file = Path(directory) / "key"
            file.write_text("from-the-file\n")
            file.chmod(0o600)
            with mock.patch.dict(os.environ, {"GCD_API_KEY": "from-the-environment"}):
                self.assertEqual(read_api_key(file), "from-the-file")
                self.assertEqual(read_api_key(), "from-the-environment")
            file.chmod(0o640)
            with self.assertRaisesRegex(ValueError, "chmod 600"):
                read_api_key(file)
            with self.assertRaisesRegex(ValueError, "does not exist"):
                read_api_key(Path(directory) / "none")

    def test_a_key_that_is_not_a_valid_header_is_rejected_without_showing_it(self) -> None:
        for key in ("", "se cret", "secret\n", "sécret"):
            with self.assertRaises(ValueError) as caught:
                GradedCardDataClient(key)
            self.assertNotIn("cret", str(caught.exception))

    def test_an_id_that_is_not_well_formed_unicode_is_rejected(self) -> None:
        with GradedCardDataClient("key") as client, self.assertRaises(BadRequestError):
            client.get_card("\ud800")

    def test_a_base_url_that_is_not_http_is_rejected(self) -> None:
        for url in ("", "localhost:3000", "ftp://localhost", "http://localhost?x=1"):
            with self.assertRaises(ValueError):
                GradedCardDataClient("key", url)


class Package(unittest.TestCase):
    def test_errors_can_be_pickled(self) -> None:
        failure = Failure("cert_not_found", "No such cert.", 404, {"cert": "1"}, "req_1")
        error = pickle.loads(pickle.dumps(error_of(failure)))
        self.assertIsInstance(error, CertNotFoundError)
        self.assertEqual((error.details, str(error)), ({"cert": "1"}, "cert_not_found: No such cert."))

    def test_a_cursor_file_is_replaced_atomically(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            cursor = FileCursor(Path(directory) / "cursor")
            self.assertIsNone(cursor.load())
            cursor.save("one")
            cursor.save("two")
            self.assertEqual(cursor.load(), "two")
            self.assertEqual(os.listdir(directory), ["cursor"])
            for damaged in (b"", b"\n", b"\0\0", b"\xff"):
                (Path(directory) / "cursor").write_bytes(damaged)
                with self.assertRaisesRegex(ValueError, "has no cursor. Restore it"):
                    cursor.load()
