"""Runs the test scenarios that the clients in all languages share."""

import json
import keyword
import os
import re
import tempfile
import unittest
from pathlib import Path
from typing import Any

import httpx
from clients import KINDS, Blocking, environment

import gcd_client
from gcd_client import GradedCardDataError, ListPage, Wait

SCENARIOS = json.loads((Path(__file__).parents[2] / "scenarios/scenarios.json").read_text())
# The Python client has other class names where Python has a built-in exception of the same name.
CLASSES = {"ConnectionError": "ConnectionFailedError", "TimeoutError": "ApiTimeoutError"}


class Scenarios(unittest.TestCase):
    """One test for each scenario and each client, added below."""

    maxDiff = None

    def run_scenario(self, kind: str, index: int, scenario: dict[str, Any]) -> None:
        server = environment("SCENARIO_SERVER_URL")
        waits: list[Wait] = []
        given = scenario.get("client", {})
        blocking = Blocking(
            kind,
            base_url=f"{server}/{kind}/{index}",
            api_key="a-key",
            rate_limit=given.get("rateLimit", 1000),
            on_wait=waits.append,
            **({"budget": given["budget"]} if "budget" in given else {}),
            **({"cache": {}} if given.get("cache") else {}),
            wait_until_ready=given.get("waitUntilReady", False),
        )
        self.addCleanup(blocking.close)
        for _ in range(scenario.get("times", 1)):
            result, error = self.outcome(blocking, scenario)
        if "error" in scenario:
            self.assert_error(error, scenario["error"])
        else:
            self.assertIsNone(error)
            self.assertEqual(result, scenario["result"])
        if "requests" in scenario:
            received = httpx.get(f"{server}/requests/{kind}/{index}").json()
            self.assert_requests(received, scenario["requests"])
        if "waits" in scenario:
            self.assert_waits(waits, scenario["waits"])
        if "limits" in scenario:
            self.assertEqual(limits_of(blocking.client), scenario["limits"])

    def outcome(self, blocking: Blocking, scenario: dict[str, Any]) -> tuple[Any, Any]:
        method = re.sub(r"[A-Z]", lambda letter: f"_{letter[0].lower()}", scenario["method"])
        query = {
            f"{name}_" if keyword.iskeyword(name) else name: value
            for name, value in scenario.get("query", {}).items()
        }
        args = scenario.get("args", [])
        try:
            if method != "save_catalog":
                result = blocking.call(method, *args, **query)
                is_page = isinstance(result, ListPage)
                return (vars(result) if is_page else result), None
            with tempfile.TemporaryDirectory() as directory:
                file = Path(directory) / "catalog.csv"
                saved = blocking.call(method, *args, file, **query)
                self.assertEqual(set(os.listdir(directory)), {"catalog.csv", "catalog.csv.build.json"})
                return {
                    "size": saved.size,
                    "changeCursor": saved.change_cursor,
                    "content": file.read_text(),
                }, None
        except GradedCardDataError as error:
            return None, error

    def assert_error(self, error: Any, expected: dict[str, Any]) -> None:
        self.assertIsInstance(error, GradedCardDataError)
        name = CLASSES.get(expected["class"], expected["class"])
        self.assertIs(type(error), getattr(gcd_client, name))
        for member, value in expected.items():
            if member == "details":
                self.assertEqual(error.details, error.details | value)
            elif member != "class":
                self.assertEqual(getattr(error, member), value, member)

    def assert_requests(self, received: list[Any], expected: list[Any]) -> None:
        self.assertEqual([one["target"] for one in received], [one["target"] for one in expected])
        for one, wanted in zip(received, expected, strict=True):
            headers = wanted.get("headers", {})
            self.assertEqual({name: one["headers"].get(name) for name in headers}, headers)

    def assert_waits(self, waits: list[Wait], expected: list[Any]) -> None:
        self.assertEqual([wait.code for wait in waits], [wait["code"] for wait in expected])
        for wait, wanted in zip(waits, expected, strict=True):
            jitter = wait.seconds - wanted["seconds"]
            self.assertGreaterEqual(jitter, 0)
            self.assertLessEqual(jitter, min(wanted["seconds"], 1) * 0.2 + 1e-9)


def limits_of(client: Any) -> dict[str, Any]:
    return {
        name: vars(limit) | {"reset": limit.reset.isoformat().replace("+00:00", "Z")}
        for name, limit in client.limits.items()
    }


def add_tests() -> None:
    for kind in KINDS:
        for index, scenario in enumerate(SCENARIOS):

            def test(
                self: Scenarios,
                kind: str = kind,
                index: int = index,
                scenario: dict[str, Any] = scenario,
            ) -> None:
                self.run_scenario(kind, index, scenario)

            test.__doc__ = f"{kind}: {scenario['name']}"
            setattr(Scenarios, f"test_{kind}_{index:02}", test)


add_tests()
