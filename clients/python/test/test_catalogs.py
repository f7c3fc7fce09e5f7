"""Tests of catalog downloads against a running API."""

import contextlib
import json
import tempfile
import unittest
from pathlib import Path

from clients import get, live_sync

from gcd_client import CatalogChangedError, CatalogDownload



def note_of(download: CatalogDownload) -> str:
    """Returns the content of ``FILE.part.json`` for a download."""
    fields = ("etag", "size", "change_cursor")
    return json.dumps({field: getattr(download, field) for field in fields})


class Catalogs(unittest.TestCase):
    def setUp(self) -> None:
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = Path(directory.name) / "pokemon.csv"
        self.expected = get("/v1/catalogs/pokemon").content

    def test_a_download_resumes_from_an_offset(self) -> None:
        with live_sync() as client:
            with client.download_catalog("pokemon") as download:
                first = next(iter(download))
            self.assertTrue(self.expected.startswith(first))
            with client.download_catalog("pokemon", offset=100, etag=download.etag) as rest:
                self.assertEqual(b"".join(rest), self.expected[100:])
            self.assertEqual(download.size, len(self.expected))
            self.assertRegex(download.file_name, r"^pokemon-\d{4}-\d\d-\d\d\.csv$")
            self.assertTrue(download.change_cursor)
            with self.assertRaises(CatalogChangedError):
                client.download_catalog("pokemon", offset=100, etag='"another"')

    def test_save_resumes_an_incomplete_download(self) -> None:
        with live_sync() as client:
            with client.download_catalog("pokemon") as download:
                self.leave(self.expected[:100], note_of(download))
            progress: list[tuple[int, int]] = []
            saved = client.save_catalog(
                "pokemon", self.file, on_progress=lambda done, total: progress.append((done, total))
            )
        self.assertEqual(self.file.read_bytes(), self.expected)
        self.assertGreater(progress[0][0], 100)
        self.assertEqual(progress[-1], (saved.size, saved.size))
        self.assertEqual(saved.change_cursor, download.change_cursor)

    def test_save_starts_again_if_the_partial_file_cannot_be_completed(self) -> None:
        for note in ('{"etag": "\\"another\\"", "size": 9999, "change_cursor": "a"}', '{"eta', "[]"):
            with self.subTest(note=note), live_sync() as client:
                self.leave(b"of another build", note)
                client.save_catalog("pokemon", self.file)
                self.assertEqual(self.file.read_bytes(), self.expected)
                names = sorted(one.name for one in self.file.parent.iterdir())
                self.assertEqual(names, ["pokemon.csv", "pokemon.csv.build.json"])

    def test_save_downloads_nothing_if_the_file_is_the_newest_build(self) -> None:
        with live_sync() as client:
            saved = client.save_catalog("pokemon", self.file)
            again = client.save_catalog("pokemon", self.file)
        self.assertEqual((saved.is_unchanged, again.is_unchanged), (False, True))
        self.assertEqual(again.change_cursor, saved.change_cursor)

    def test_save_never_takes_a_damaged_part_for_the_file(self) -> None:
        def replace_part(_done: int, _size: int) -> None:
            self.file.with_name("pokemon.csv.part").unlink(missing_ok=True)
            self.leave(b"of another download", "{}")

        with live_sync() as client:
            with self.assertRaisesRegex(OSError, "Run only one download per file"):
                client.save_catalog("pokemon", self.file, on_progress=replace_part)
        self.assertFalse(self.file.exists())

    def test_two_downloads_that_resume_the_same_part_do_not_damage_it(self) -> None:
        with live_sync() as client:
            with client.download_catalog("pokemon") as download:
                self.leave(self.expected[:100], note_of(download))

            def save_too(_done: int, _size: int) -> None:
                with contextlib.suppress(OSError):
                    client.save_catalog("pokemon", self.file)

            with contextlib.suppress(OSError):
                client.save_catalog("pokemon", self.file, on_progress=save_too)
        self.assertEqual(self.file.read_bytes(), self.expected)

    def leave(self, part: bytes, note: str) -> None:
        self.file.with_name("pokemon.csv.part").write_bytes(part)
        self.file.with_name("pokemon.csv.part.json").write_text(note)
