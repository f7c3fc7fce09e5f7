"""Tests of every operation against a running API."""

import inspect
import json
import tempfile
import threading
import unittest
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from clients import KINDS, Blocking, environment, get, live_client, live_sync

from gcd_client import (
    AsyncGradedCardDataClient,
    FileCursor,
    GradedCardDataClient,
    ProcessingError,
    Wait,
)

CARD = "1a" * 20
SET = "375017c0baf54ba373cfaf35182151c1cc73f3a3"
YESTERDAY = datetime.now(UTC).date() - timedelta(days=1)
DOCUMENT = Path(__file__).parents[3] / "docs/openapi.json"

CASES: list[tuple[str, list[Any], dict[str, Any], str]] = [
    ("lookup_cert", ["psa", "10000001"], {}, "/v1/certs/psa/10000001"),
    ("lookup_cert", ["psa", 10000001], {}, "/v1/certs/psa/10000001"),
    (
        "lookup_cert",
        ["bgs", "0001000001"],
        {"include": ["source", "population"], "auto": True},
        "/v1/certs/bgs/0001000001?include=source,population&auto=true",
    ),
    ("lookup_certs", ["psa", [10000001, "1"]], {}, "/v1/certs/psa?certs=10000001,1"),
    ("find_certs", [["PSA 10000001"]], {"graders": ["psa"]}, "/v1/certs?certs=PSA%2010000001&graders=psa"),
    ("lookup_authentication", ["A10001"], {}, "/v1/certs/psa/A10001?psa_dna=true"),
    (
        "get_cert_population",
        ["psa", "10000001"],
        {"universal": False, "auto_split": True},
        "/v1/certs/psa/10000001/population?universal=false&auto_split=true",
    ),
    (
        "verify_cert",
        ["psa", 10000001, "Charizard PSA 9"],
        {},
        "/v1/certs/psa/10000001/verification?title=Charizard%20PSA%209",
    ),
    ("get_cert_images", ["psa", "10000001"], {}, "/v1/certs/psa/10000001/images"),
    ("get_card", [CARD], {"auto_split": True}, f"/v1/cards/{CARD}?auto_split=true"),
    ("get_card_population", [CARD], {"grader": "csg"}, f"/v1/cards/{CARD}/population?grader=csg"),
    (
        "get_card_populations",
        [[CARD, "1"]],
        {"grader": "psa"},
        f"/v1/cards/population?card_ids={CARD},1&grader=psa",
    ),
    (
        "get_card_history",
        [CARD],
        {"interval": "week", "from_": date(2026, 3, 1), "to": "2026-03-20", "fields": "totals"},
        f"/v1/cards/{CARD}/population/history?interval=week&from=2026-03-01&to=2026-03-20&fields=totals",
    ),
    ("lookup_spec", ["544027"], {}, "/v1/specs/psa/544027"),
    (
        "resolve_spec",
        ["bgs", 77001],
        {"grader_id2": "C4", "include": "population"},
        "/v1/specs/bgs/77001?grader_id2=C4&include=population",
    ),
    ("get_spec_population", ["544027"], {}, "/v1/specs/psa/544027/population"),
    ("search_simple", ["charizard"], {"year": 2003}, "/v1/cards/search/simple?query=charizard&year=2003"),
    (
        "search_structured",
        ["charizard"],
        {"grader": "psa"},
        "/v1/cards/search/structured?query=charizard&grader=psa",
    ),
    ("suggest_search", ["chari"], {}, "/v1/cards/search/suggest?query=chari"),
    ("get_set", [SET], {}, f"/v1/sets/{SET}"),
    ("list_movers", [], {"window": "month"}, "/v1/cards/population/movers?window=month"),
    ("get_activity", [], {"date": YESTERDAY}, f"/v1/cards/population/activity?date={YESTERDAY}"),
    (
        "list_changes",
        [],
        {"since": YESTERDAY, "include": "population"},
        f"/v1/cards/population/changes?since={YESTERDAY}&include=population",
    ),
    ("list_catalogs", [], {}, "/v1/catalogs"),
    ("list_grades", [], {}, "/v1/grades"),
    ("get_usage", [], {}, "/v1/usage"),
]


def snake_case(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name)


class Operations(unittest.TestCase):
    def client(self, kind: str, **options: Any) -> Blocking:
        client = live_client(kind, **options)
        self.addCleanup(client.close)
        return client

    def test_methods_return_the_data_of_the_response(self) -> None:
        for kind in KINDS:
            client = self.client(kind)
            for method, args, query, target in CASES:
                with self.subTest(kind=kind, method=method):
                    self.assertEqual(client.call(method, *args, **query), get(target).json()["data"])

    def test_both_clients_have_a_method_for_every_operation(self) -> None:
        paths = json.loads(DOCUMENT.read_text())["paths"]
        operations = {path["get"]["operationId"] for path in paths.values()}
        # A trailing number marks another path of the same operation.
        expected = {snake_case(name) for name in operations if not name[-1].isdigit()}
        for client in (GradedCardDataClient, AsyncGradedCardDataClient):
            self.assertEqual(expected - {name for name, _ in inspect.getmembers(client)}, set())

    def test_methods_accept_all_query_parameters_of_their_operation(self) -> None:
        document = json.loads(DOCUMENT.read_text())
        parameters = document["components"]["parameters"]
        # Other methods send these parameters.
        others = {"lookup_cert": {"psa_dna"}, "lookup_spec": {"include", "auto", "grader_id2"}}
        methods = dict(inspect.getmembers(GradedCardDataClient))
        missing = []
        for path in document["paths"].values():
            name = snake_case(path["get"]["operationId"])
            if name[-1].isdigit():
                continue
            accepted = {each.rstrip("_") for each in inspect.signature(methods[name]).parameters}
            accepted |= others.get(name, set())
            for each in path["get"]["parameters"]:
                parameter = parameters[each["$ref"].split("/")[-1]] if "$ref" in each else each
                if parameter["in"] == "query" and parameter["name"] not in accepted:
                    missing.append(f"{name}: {parameter['name']}")
        self.assertEqual(missing, [])

    def test_follow_changes_resumes_from_a_stored_cursor(self) -> None:
        for kind in KINDS:
            with tempfile.TemporaryDirectory() as directory:
                store = FileCursor(Path(directory) / "deep/cursor")
                client = self.client(kind)
                options = {"since": YESTERDAY, "limit": 3, "once": True}
                pages = client.call("follow_changes", store=store, **options)
                ids = [card_id for page in pages for card_id in page["card_ids"]]
                self.assertIn(CARD, ids)
                self.assertEqual(len(ids), len(set(ids)))
                again = client.call("follow_changes", store=store, once=True)
                self.assertEqual(again, [])


class Responses(unittest.TestCase):
    def test_with_response_returns_what_the_headers_say(self) -> None:
        with live_sync() as client:
            response = client.with_response.lookup_cert("psa", "10000001")
            self.assertEqual(response.data, client.lookup_cert("psa", "10000001"))
            self.assertRegex(str(response.request_id), r"^req_\w{26}$")
            self.assertRegex(str(response.etag), '"$')
            self.assertEqual(response.ignored_parameters, [])
            other = client.with_budget(0)
            self.assertEqual(len(list(other.all_sets())), other.list_sets().pagination["total"])
            watched = list(client.watch_cards([CARD], since=YESTERDAY, once=True))
            self.assertEqual([each.id for each in watched], [CARD])


class PerRequest(unittest.TestCase):
    def test_with_budget_decides_whether_202_processing_is_retried(self) -> None:
        def stop(wait: Wait) -> None:
            raise InterruptedError(wait.code)

        with live_sync(on_wait=stop) as client:
            with self.assertRaisesRegex(InterruptedError, "processing"):
                client.with_budget(90, wait_until_ready=True).lookup_spec("9990001")
            with self.assertRaises(ProcessingError):
                client.lookup_spec("9990001")


class Threads(unittest.TestCase):
    def test_threads_share_the_rate_limit_of_a_key(self) -> None:
        waits: list[object] = []
        key = environment("TEST_RATED_KEY")
        with live_sync(api_key=key, on_wait=waits.append) as client:
            results: list[Any] = []

            def look_up() -> None:
                results.append(client.lookup_cert("psa", "10000001"))

            threads = [threading.Thread(target=look_up) for _ in range(45)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual((len(results), waits), (45, []))
