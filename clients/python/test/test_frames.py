"""Tests of the conversion to data frames. Requires pandas."""

import unittest

from clients import live_client

from gcd_client.frames import history_frame, population_frame

CARD = "1a" * 20


class Frames(unittest.TestCase):
    def setUp(self) -> None:
        self.client = live_client("sync")
        self.addCleanup(self.client.close)

    def test_a_population_has_one_row_per_grade(self) -> None:
        card = self.client.call("get_card_population", CARD)
        frame = population_frame(card)
        data = card["population"]["population_data"]
        self.assertEqual(int(frame["copies"].sum()), data["total"])
        totals = frame.groupby("grader")["copies"].sum().to_dict()
        expected = {name: counts["total"] for name, counts in data["by_grader"].items()}
        self.assertEqual(totals, expected)

    def test_a_history_starts_at_the_first_record_of_the_grader(self) -> None:
        for fields in (None, "totals"):
            card = self.client.call("get_card_history", CARD, fields=fields)
            frame = history_frame(card).set_index(["grader", "date"]).sort_index()
            self.assertEqual("psa_10" in frame.columns, fields is None)
            for grader, series in card["population"]["population_data"]["by_grader"].items():
                rows = frame.loc[grader]
                self.assertGreaterEqual(f"{rows.index[0]:%Y-%m-%d}", series["first_recorded"])
                self.assertEqual(rows["total"].iloc[-1], series["history"][-1]["total"])

    def test_a_history_without_records_is_empty(self) -> None:
        card = self.client.call("get_card_history", CARD, grader="psa")
        card["population"]["population_data"]["by_grader"]["psa"]["history"] = []
        frame = history_frame(card)
        self.assertEqual((len(frame), "gem_rate" in frame.columns), (0, True))


if __name__ == "__main__":
    unittest.main()
