"""The operations of the API, with one method for each."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Literal, TypeVar, Union

from .. import types
from .._options import ListPage
from .._urls import path

GraderName = types.GraderName
Cert = Union[str, int]
Day = Union[date, str]
SetCardSort = Literal[
    "number", "name", "population", "gem_total", "gem_rate", "psa", "beckett", "sgc", "cgc"
]
Data = TypeVar("Data")


class AsyncOperations:
    """Methods that send one request. Each returns the ``data`` of the response.

    Arguments that are None are not sent. A list is sent as comma-separated values.
    """

    async def _get(self, kind: type[Data], target: str, **query: Any) -> Data:
        raise NotImplementedError

    async def _get_page(self, kind: type[Data], target: str, **query: Any) -> ListPage[Data]:
        raise NotImplementedError

    async def lookup_cert(
        self,
        grader: GraderName,
        cert: Cert,
        *,
        include: types.LookupCertInclude | Iterable[types.LookupCertInclude] | None = None,
        auto: bool | None = None,
        parsed_description: bool | None = None,
    ) -> types.Cert:
        """Looks up one graded copy. ``include``: ``source``, ``parsed_description``, ``population``."""
        query = {"include": include, "auto": auto, "parsed_description": parsed_description}
        return await self._get(types.Cert, path("certs", grader, cert), **query)

    async def lookup_certs(
        self,
        grader: GraderName,
        certs: Iterable[Cert],
        *,
        include: types.LookupCertsInclude | Iterable[types.LookupCertsInclude] | None = None,
        parsed_description: bool | None = None,
    ) -> types.CertBatch:
        """Looks up at most 100 graded copies in one request. Charged once per cert."""
        query = {"certs": certs, "include": include, "parsed_description": parsed_description}
        return await self._get(types.CertBatch, path("certs", grader), **query)

    async def find_certs(
        self,
        certs: Iterable[Cert],
        *,
        graders: Iterable[GraderName] | None = None,
        include: types.FindCertsInclude | Iterable[types.FindCertsInclude] | None = None,
        parsed_description: bool | None = None,
    ) -> types.CertBatch:
        """Looks up at most 100 graded copies of any grader in one request. Charged once per item."""
        query = {"certs": certs, "graders": graders, "include": include}
        return await self._get(types.CertBatch, path("certs"), **query, parsed_description=parsed_description)

    async def lookup_authentication(self, cert: Cert) -> types.AuthenticationRecord:
        """Looks up a signed item that PSA authenticated without grading it."""
        return await self._get(types.AuthenticationRecord, path("certs", "psa", cert), psa_dna=True)

    async def get_cert_population(
        self,
        grader: GraderName,
        cert: Cert,
        *,
        auto_split: bool | None = None,
        universal: bool | None = None,
        include: types.GetCertPopulationInclude | Iterable[types.GetCertPopulationInclude] | None = None,
        parsed_description: bool | None = None,
    ) -> types.CertPopulation:
        """Looks up one graded copy with the population of its card."""
        query = {"auto_split": auto_split, "universal": universal, "include": include}
        query["parsed_description"] = parsed_description
        return await self._get(types.CertPopulation, path("certs", grader, cert, "population"), **query)

    async def get_cert_images(self, grader: GraderName, cert: Cert) -> types.CertImages:
        """Looks up the URLs of a cert's images. Requires the permission ``images``."""
        return await self._get(types.CertImages, path("certs", grader, cert, "images"))

    async def verify_cert(self, grader: GraderName, cert: Cert, title: str) -> types.Verification:
        """Compares the title of a listing with a cert."""
        return await self._get(types.Verification, path("certs", grader, cert, "verification"), title=title)

    async def get_card(
        self,
        card_id: str,
        *,
        auto_split: bool | None = None,
        grader: GraderName | None = None,
        include: types.GetCardInclude | Iterable[types.GetCardInclude] | None = None,
    ) -> types.Card:
        """Looks up one card with its population, by its universal id or by the id of a grader card."""
        query = {"auto_split": auto_split, "grader": grader, "include": include}
        return await self._get(types.Card, path("cards", card_id), **query)

    async def get_card_population(
        self,
        card_id: str,
        *,
        auto_split: bool | None = None,
        grader: GraderName | None = None,
        include: types.GetCardPopulationInclude | Iterable[types.GetCardPopulationInclude] | None = None,
        parsed_description: bool | None = None,
    ) -> types.CardPopulation:
        """Looks up a card's population across graders."""
        query = {"auto_split": auto_split, "grader": grader, "include": include}
        query["parsed_description"] = parsed_description
        return await self._get(types.CardPopulation, path("cards", card_id, "population"), **query)

    async def get_card_populations(
        self,
        card_ids: Iterable[str],
        *,
        auto_split: bool | None = None,
        grader: GraderName | None = None,
        include: types.GetCardPopulationsInclude | Iterable[types.GetCardPopulationsInclude] | None = None,
        parsed_description: bool | None = None,
    ) -> types.CardPopulationBatch:
        """Looks up the populations of at most 100 cards in one request. Charged once per card."""
        query = {"card_ids": card_ids, "auto_split": auto_split, "grader": grader}
        query |= {"include": include, "parsed_description": parsed_description}
        return await self._get(types.CardPopulationBatch, path("cards", "population"), **query)

    async def get_card_history(
        self,
        card_id: str,
        *,
        interval: Literal["two_week", "week"] | None = None,
        grader: GraderName | None = None,
        from_: Day | None = None,
        to: Day | None = None,
        fields: Literal["totals"] | None = None,
    ) -> types.CardHistory:
        """Looks up a card's population over three years. Requires the permission ``history``."""
        query = {"interval": interval, "grader": grader, "from": from_, "to": to, "fields": fields}
        return await self._get(types.CardHistory, path("cards", card_id, "population", "history"), **query)

    async def lookup_spec(
        self, spec_id: str | int, *, parsed_description: bool | None = None
    ) -> types.Spec:
        """Looks up a card by its PSA spec number."""
        target = path("specs", "psa", spec_id)
        return await self._get(types.Spec, target, parsed_description=parsed_description)

    async def resolve_spec(
        self,
        grader: GraderName,
        spec_id: str | int,
        *,
        include: types.LookupSpecInclude | Iterable[types.LookupSpecInclude] | None = None,
        auto: bool | None = None,
        grader_id2: str | None = None,
    ) -> types.SpecDetails:
        """Looks up a grader card by the spec number of any grader. ``include``: ``population``."""
        # If `auto` is sent, even as `false`, the API returns the flat form of the response.
        query = {"auto": bool(auto), "include": include, "grader_id2": grader_id2}
        return await self._get(types.SpecDetails, path("specs", grader, spec_id), **query)

    async def get_spec_population(
        self,
        spec_id: str | int,
        *,
        auto_split: bool | None = None,
        universal: bool | None = None,
        include: types.GetSpecPopulationInclude | Iterable[types.GetSpecPopulationInclude] | None = None,
        parsed_description: bool | None = None,
    ) -> types.SpecPopulation:
        """Looks up the population of a card by its PSA spec number."""
        query = {"auto_split": auto_split, "universal": universal, "include": include}
        query["parsed_description"] = parsed_description
        return await self._get(types.SpecPopulation, path("specs", "psa", spec_id, "population"), **query)

    async def search_simple(
        self,
        query: str,
        *,
        page: int | None = None,
        sort: Literal["relevance", "population"] | None = None,
        category: str | None = None,
        year: str | int | None = None,
        grader: GraderName | None = None,
    ) -> types.SearchPage:
        """Returns a page of the cards that match a query, and the sets that it names."""
        filters = {"page": page, "sort": sort, "category": category, "year": year, "grader": grader}
        return await self._get(types.SearchPage, path("cards", "search", "simple"), query=query, **filters)

    async def search_structured(
        self, query: str, *, grader: GraderName | None = None
    ) -> types.GraderSearchResults:
        """Returns the grader cards that match a query, by grader, with scores."""
        return await self._get(types.GraderSearchResults, path("cards", "search", "structured"), query=query, grader=grader)

    async def suggest_search(self, query: str) -> types.Suggestions:
        """Returns completions of a partially typed query, best first."""
        return await self._get(types.Suggestions, path("cards", "search", "suggest"), query=query)

    async def list_sets(
        self,
        *,
        query: str | None = None,
        category: str | None = None,
        year: str | int | None = None,
        page: int | None = None,
    ) -> ListPage[types.CardSet]:
        """Returns a page of sets, those with the most graded copies first."""
        filters = {"query": query, "category": category, "year": year, "page": page}
        return await self._get_page(types.CardSet, path("sets"), **filters)

    async def get_set(self, set_id: str) -> types.CardSetDetails:
        """Looks up one set with its totals."""
        return await self._get(types.CardSetDetails, path("sets", set_id))

    async def list_set_cards(
        self,
        set_id: str,
        *,
        page: int | None = None,
        sort: SetCardSort | None = None,
        order: Literal["asc", "desc"] | None = None,
        parallel: str | None = None,
        has_gem: bool | None = None,
    ) -> ListPage[types.SetCard]:
        """Returns a page of the cards of a set."""
        query = {
            "page": page, "sort": sort, "order": order, "parallel": parallel, "has_gem": has_gem
        }
        return await self._get_page(types.SetCard, path("sets", set_id, "cards"), **query)

    async def list_movers(
        self,
        *,
        window: Literal["week", "month"] | None = None,
        category: str | None = None,
        metric: Literal["copies", "gems"] | None = None,
    ) -> types.Movers:
        """Returns the cards that gained the most copies in the last week or month of the data."""
        query = {"window": window, "category": category, "metric": metric}
        return await self._get(types.Movers, path("cards", "population", "movers"), **query)

    async def get_activity(
        self,
        *,
        interval: Literal["week", "month"] | None = None,
        date: str | None = None,
    ) -> types.Activity:
        """Returns the totals of the data, and the copies added per week or month."""
        query = {"interval": interval, "date": date}
        return await self._get(types.Activity, path("cards", "population", "activity"), **query)

    async def list_changes(
        self,
        *,
        cursor: str | None = None,
        since: Day | None = None,
        limit: int | None = None,
        include: Literal["population"] | None = None,
    ) -> types.ChangePage:
        """Returns a page of the change feed. Requires the permission ``changes``."""
        query = {"cursor": cursor, "since": since, "limit": limit, "include": include}
        return await self._get(types.ChangePage, path("cards", "population", "changes"), **query)

    async def list_catalogs(self) -> list[types.Catalog]:
        """Returns the available catalogs, and whether the key may download each of them."""
        return await self._get(list[types.Catalog], path("catalogs"))

    async def list_grades(self) -> list[types.GradeMapRow]:
        """Returns all universal grades, lowest first, with each grader's key and label."""
        return await self._get(list[types.GradeMapRow], path("grades"))

    async def get_usage(self) -> types.Usage:
        """Returns the limits of the key's plan and the remaining quota. Never charged."""
        return await self._get(types.Usage, path("usage"))
