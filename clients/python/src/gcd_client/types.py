"""Responses of the API as typed dictionaries, generated from docs/openapi.json: do not edit.

Responses may have more fields than these: later versions of the API add some.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Pagination(TypedDict):
    """Position of a page in its list."""

    page: int
    """Number of this page, starting with 1."""
    page_size: int
    """Maximum number of items on a page."""
    total: int
    """Number of items on all pages."""
    total_pages: int
    """Number of pages."""
    next_page: NotRequired[int]
    """Number of the next page. Absent on the last page."""


Grader: TypeAlias = Literal["psa", "beckett", "sgc", "cgc"]


class ParsedDescription(TypedDict):
    """The parts of a card's description, as the grader catalogs them."""

    category: str
    """Game or sport, for example `Pokemon`. Empty if unknown."""
    year: str
    """Year or season, for example `1999` or `2018-19`. Empty if unknown."""
    set_name: str
    """Name of the set as the grader spells it. Empty if unknown."""
    name: str
    """Name of the card, usually its subject. Empty if unknown."""
    card_number: str
    """Number printed on the card, for example `4/102`. Empty if unknown."""
    parallel: str | None
    """Version of the card, for example `1ST EDITION`. Null if there is none."""
    subset: str | None
    """Subset to which the card belongs. Null if there is none."""


class GraderCard(TypedDict):
    """A grader's own record of a card."""

    card_id: str
    """Id of the grader's own card, 40 hexadecimal digits."""
    set_url: str | None
    """URL of the set's population page at the grader. Null if it is unknown."""
    spec_id: NotRequired[str | None]
    """Spec number at PSA. Only for psa. Null if it is unknown."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of the description. Present only if requested."""


GradeCounts: TypeAlias = dict[str, int]


class AutoSplitCounts(TypedDict):
    """Counts of either the autographed or the other copies of PSA."""

    total: int
    """Total number of copies of this kind."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    grades: GradeCounts
    """Number of copies by grade label key."""
    qualifiers: GradeCounts
    """Number of copies with a qualifier by grade label key (`psa_q1` to `psa_q9`)."""


class AutoSplit(TypedDict):
    """PSA's counts, split into autographed and other copies. All zeros if none are known."""

    auto: AutoSplitCounts
    """Autographed copies."""
    non_auto: AutoSplitCounts
    """Counts of copies without an autograph."""


class GraderPopulation(TypedDict):
    """One grader's counts of a card."""

    total: int
    """Total number of copies of this grader, including authentic copies and those with a
    qualifier."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    grades: GradeCounts
    """Number of copies by grade label key."""
    qualifiers: NotRequired[GradeCounts]
    """Number of copies with a qualifier by grade label key. Only for psa."""
    auto_split: NotRequired[AutoSplit]
    """Separate counts of autographed and other copies. Only for psa, and only if requested."""


class PopulationData(TypedDict):
    """Totals of a card, and the counts of each grader."""

    total: int
    """Number of copies of all graders in `graders_included`."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    data_last_updated: str | None
    """Date of the latest recorded population, in UTC. Null if none was ever recorded."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    by_grader: dict[Grader, GraderPopulation]
    """Counts of each grader in `graders_included`."""


class Population(TypedDict):
    """Number of graded copies of a card by grade, over all graders or for one of them."""

    graders_included: list[Grader]
    """Graders that the counts cover."""
    graders: dict[Grader, GraderCard]
    """The card of each grader in `graders_included`."""
    population_data: PopulationData


class GrowthPeriod(TypedDict):
    """Number of copies added in one period."""

    since: str
    """Date, in UTC, after which copies count as added."""
    total: int
    """Number of copies added since then. Negative if copies were removed."""
    gem_total: int
    """Number of gem copies added since then. Negative if copies were removed."""
    graders_included: list[Grader]
    """Graders that the numbers cover: those whose counts were recorded on or before `since`."""


class Growth(TypedDict):
    """Number of copies of a card that were added up to `as_of`."""

    as_of: str | None
    """Latest date for which any population is recorded, in UTC. Null if there is none."""
    week: GrowthPeriod | None
    """Growth in the 7 days before `as_of`. Null if no grader has counts that old."""
    month: GrowthPeriod | None
    """Growth in the 30 days before `as_of`. Null if no grader has counts that old."""
    quarter: GrowthPeriod | None
    """Growth in the 91 days before `as_of`. Null if no grader has counts that old."""
    year: GrowthPeriod | None
    """Growth in the 365 days before `as_of`. Null if no grader has counts that old."""


class BatchCardPopulation(TypedDict):
    """The population of one card in a batch."""

    requested_id: str
    """The id as sent in the request."""
    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    population: Population
    growth: NotRequired[Growth]
    """Growth of the population. Present only with `include=growth`."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class BatchResult(TypedDict):
    """What was found for one item of the list that the client sent."""

    requested: str
    """The item as sent."""
    found: list[int]
    """Positions in `certs` or `cards`, from 0. Empty if nothing was found."""


class CardPopulationBatch(TypedDict):
    """Populations of up to 100 cards."""

    cards: list[BatchCardPopulation]
    """The cards that were found, in the order of `card_ids`."""
    not_found: list[str]
    """Unknown and malformed ids, as sent, in the order of `card_ids`."""
    results: list[BatchResult]
    """One entry for each item, in the order sent, including repeated and blank items."""


class ChangedGrader(TypedDict):
    """One grader card of a changed card, with its totals."""

    total: int
    """Total number of copies of this grader."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    card_id: str
    """Id of the grader's own card. It does not change when the card is matched."""


class Change(TypedDict):
    """A change of a card, with its current counts."""

    card_id: str
    """The id at the same position in `card_ids`."""
    reason: Literal["population", "match", "unmatch"]
    """Reason of the latest change: new counts (`population`), a grader card matched to the card
    (`match`), or a grader card unmatched from it (`unmatch`). If one import did both, the reason is
    `match`. Earlier reasons are not kept."""
    total: int
    """Number of copies over all graders."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    by_grader: dict[Grader, ChangedGrader]
    """Id and totals of each grader that lists the card."""


class ChangePage(TypedDict):
    """One page of the change feed."""

    card_ids: list[str]
    """Ids of cards whose population or matching changed, each once, in the order in which the
    changes became visible: the universal id of a matched card, otherwise the id of the card
    itself."""
    count: int
    """Number of ids on this page."""
    since: str
    """First day of the feed that was requested, in UTC."""
    has_more: bool
    """Whether the next page already exists."""
    next_cursor: str
    """Cursor of the next page, which can be requested at any later time. Cursors never expire. On a
    page without ids, it is the cursor of the request, or a new cursor if the request had none."""
    changes: NotRequired[list[Change]]
    """The cards in `card_ids`, in the same order, with counts that are never older than the change.
    Present only with `include=population`."""


class MoversWindow(TypedDict):
    """The dates between which copies were added."""

    start: str
    """Date, in UTC, after which changes count."""
    end: str
    """Latest date in the data, in UTC."""


class Mover(TypedDict):
    """A card that gained copies."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    added: int
    """Number of copies (or gem copies) added in the window, over all graders. The first count of a
    grader is not included."""
    total_population: int
    """Number of graded copies over all graders."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""


class Movers(TypedDict):
    """The cards that gained the most copies in a window."""

    window: MoversWindow
    """The dates between which copies were added."""
    results: list[Mover]
    """Universal cards and unmatched cards, with the largest increase first."""


class SearchResult(TypedDict):
    """A card found by a search, with its totals over all graders."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: ParsedDescription
    total_population: int
    """Number of graded copies of the graders in `graders_included`."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list the card."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class SearchPage(TypedDict):
    """One page of the cards found by a search."""

    query: str
    """The search text, exactly as sent."""
    page: int
    """Number of this page, starting with 1."""
    page_size: Literal[10]
    """Maximum number of cards on a page."""
    has_more: bool
    """Whether there is a next page."""
    total: int
    """Number of matching cards, counted up to 1000. The pages contain at most the best 100
    cards."""
    total_is_exact: bool
    """Whether `total` is the exact number of matching cards."""
    corrected_query: NotRequired[str]
    """The similar query that was run instead of `query`, with corrected words and without words
    that no card contains. Absent if the search found cards after only dropping optional words."""
    ignored_words: list[str]
    """The words of the query that the first result does not have, as typed and in the order typed.
    A word that was corrected or understood as another is not listed. Empty if every word
    counted."""
    results: list[SearchResult]
    """Cards, most relevant first. Each card appears once."""


class GraderSearchResult(TypedDict):
    """A grader card found by a search."""

    description: str
    """Human-readable description of the card in the grader's words."""
    card_id: str
    """Id of the grader's own card, 40 hexadecimal digits."""
    population: int
    """Number of graded copies of this grader."""
    search_score: float
    """Relevance of the card. Comparable only within one response."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class GraderSearchResults(TypedDict):
    """The grader cards found by a search, by grader."""

    query: str
    """The search text, exactly as sent."""
    graders_included: list[Grader]
    """The graders that were searched."""
    results: dict[Grader, list[GraderSearchResult]]
    """The cards found for each grader in `graders_included`."""


class Suggestion(TypedDict):
    """A completion of a search text."""

    text: str
    """The completed text, which can be shown to users and used as a query."""
    kind: Literal["card", "set", "query"]
    """`query`: a text to search for. `card` or `set`: the text is the name of a card or set."""
    card_id: str | None
    """Id of the card. Null if `kind` is not `card`."""
    set_id: str | None
    """Id of the set. Null if `kind` is not `set`."""


class Suggestions(TypedDict):
    """Completions of a search text."""

    query: str
    """The search text, exactly as sent."""
    suggestions: list[Suggestion]
    """Completions, best first."""


class Card(TypedDict):
    """One card with its totals and its population."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: ParsedDescription
    total_population: int
    """Number of graded copies of the graders in `graders_included`."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list the card; with `grader`, at most that grader. The totals cover these
    graders."""
    population: Population
    growth: NotRequired[Growth]
    """Growth of the population. Present only with `include=growth`."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class CardPopulation(TypedDict):
    """The population of one card."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    population: Population
    growth: NotRequired[Growth]
    """Growth of the population. Present only with `include=growth`."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class HistoryWindow(TypedDict):
    """The dates that a population history covers."""

    mode: Literal["trailing"]
    """The window, which ends at the latest date in the data."""
    interval: Literal["two_week", "week"]
    """Interval between two points: 14 or 7 days, counted back from `as_of`."""
    lookback: Literal["three_year"]
    """No point is older than three calendar years before `as_of`."""
    as_of: str
    """Latest date for which any population is recorded, in UTC."""
    start: str
    """First date of each series, in UTC."""
    end: str
    """Last date of each series, in UTC. Equal to `as_of` without `to`."""
    points: int
    """Number of points in each series."""


class HistoryPoint(TypedDict):
    """One grader's counts on one date."""

    date: str
    """Date of the point, in UTC."""
    total: int
    """Total number of copies: the latest count recorded on or before the date; 0 before
    `first_recorded`."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    grades: NotRequired[GradeCounts]
    """Number of copies by grade label key. Absent with `fields=totals`."""
    qualifiers: NotRequired[GradeCounts]
    """Number of copies with a qualifier by grade label key. Only for psa. Absent with
    `fields=totals`."""


class GraderHistory(TypedDict):
    """One grader's counts of a card over time."""

    total: int
    """Current total number of copies of this grader."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    first_recorded: str | None
    """First date with a recorded count, in UTC. Earlier counts are unknown, and earlier points are
    0. Null if no population was ever recorded."""
    history: list[HistoryPoint]
    """One point for each date of the window, oldest first."""


class PopulationHistoryPopulationData(TypedDict):
    """Current totals of the card, and the history of each grader."""

    total: int
    """Number of copies of all graders in `graders_included`."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    data_last_updated: str | None
    """Date of the latest recorded population, in UTC. Null if none was ever recorded."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    by_grader: dict[Grader, GraderHistory]
    """History of each grader in `graders_included`."""


class PopulationHistory(TypedDict):
    """Population of a card over the last three years."""

    graders_included: list[Grader]
    """Graders that the counts cover."""
    graders: dict[Grader, GraderCard]
    """The card of each grader in `graders_included`."""
    window: HistoryWindow
    population_data: PopulationHistoryPopulationData
    """Current totals of the card, and the history of each grader."""


class CardHistory(TypedDict):
    """The population history of one card."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    population: PopulationHistory


CatalogName: TypeAlias = Literal["psa", "pokemon", "all"]


class Catalog(TypedDict):
    """A catalog that is available for download."""

    catalog: CatalogName
    rows: int
    """Number of rows in the file, without the header."""
    bytes: int
    """Uncompressed size of the file in bytes."""
    built_at: str
    """Time at which the file was built, ISO 8601 in UTC."""
    change_cursor: str
    """Cursor of the change feed at the time of the build."""
    allowed: bool
    """Whether your key may download the catalog."""


class PopulationContext(TypedDict):
    """Counts from the cert's own grader: at the cert's grade, at higher grades, and in total.
    Counts of all graders are at `/v1/cards/{card_id}/population`."""

    grade_population: int
    """Number of copies at the cert's grade, without a qualifier."""
    grade_qualifier_population: NotRequired[int]
    """Number of copies at the cert's grade with a qualifier. Present only if the cert has a
    qualifier."""
    population_higher: int
    """Number of copies at higher grades of the same grader, without those with a qualifier."""
    total_population: int
    """Total number of copies of the card at this grader."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""


class SplitContext(TypedDict):
    """PSA's counts for one kind of copies: at the cert's grade, at higher grades, and in total."""

    grade_population: int
    """Number of copies at the cert's grade, without a qualifier."""
    population_higher: int
    """Number of copies at higher grades of the same grader, without those with a qualifier."""
    total_population: int
    """Total number of copies of this kind."""
    grade_qualifier_population: int
    """Number of copies at the cert's grade with a qualifier."""


class AutoSplitContext(TypedDict):
    """PSA's counts at the cert's grade, at higher grades, and in total, split into autographed and
    other copies."""

    auto: SplitContext
    """Autographed copies."""
    non_auto: SplitContext
    """Counts of copies without an autograph."""


class Subgrades(TypedDict):
    """Beckett's four subgrades."""

    centering: float | None
    """Grade of the centering, from 0 to 10. Null if it was not given."""
    corners: float | None
    """Grade of the corners, from 0 to 10. Null if it was not given."""
    edges: float | None
    """Grade of the edges, from 0 to 10. Null if it was not given."""
    surface: float | None
    """Grade of the surface, from 0 to 10. Null if it was not given."""


class GraderData(TypedDict):
    """The grader's data about one copy."""

    cert: str
    """Cert number as printed on the slab."""
    grade: str | None
    """Grade label key, `{grader}_{grade}`, for example `psa_7` or `psa_q8` with a qualifier. Null
    if the copy has no grade."""
    grade_label: str | None
    """Grade as printed on the slab, for example `NM 7` or `NM-MT 8 (OC)`. Null if the dataset has
    none."""
    set_url: str | None
    """URL of the set's population page at the grader. Null if it is unknown."""
    population_context: PopulationContext | None
    """Counts from the cert's own grader: at the cert's grade, at higher grades, and in total. Null
    if the cert has no grade or no card."""
    has_auto_grade: bool
    """Whether the autograph on the card has its own grade."""
    auto_grade_label: str | None
    """Grade of the autograph, for example `AUTO 10`. Null if there is none."""
    cert_retrieval_month: str | None
    """Month in which the data of the cert was last retrieved. Null if it is unknown."""
    spec_id: NotRequired[str | None]
    """Spec number of the cert's card. Only for psa. Null if it is unknown."""
    qualifier_type: NotRequired[Literal["OC", "MC", "ST", "PD", "OF", "MK"] | None]
    """Why the grade has a qualifier: off center, miscut, staining, print defect, out of focus or
    marks. Only for psa. Null without a qualifier."""
    population_context_auto_split: NotRequired[AutoSplitContext]
    """Separate counts for autographed and other copies. Always present for psa, and only for
    psa."""
    subgrades: NotRequired[Subgrades]
    """The four subgrades. Only for beckett, and only if at least one was given."""


class CertSource(TypedDict):
    """Source of the data of a cert."""

    grader: Grader
    cert: str
    """Cert number as printed on the slab."""
    cert_url: str | None
    """URL of the cert at the grader. Null if the grader has no such page."""
    set_url: str | None
    """URL of the set's population page at the grader. Null if it is unknown."""
    spec_id: str | None
    """The grader's spec number of the card. Null if it is unknown."""
    retrieved_month: str | None
    """Month in which the data was last retrieved. Null if it is unknown."""
    population_as_of: str | None
    """Date of the grader's latest population of the card. Null if none was ever recorded."""


class BatchCert(TypedDict):
    """One graded copy in a batch."""

    requested_cert: str
    """The number as sent in the request."""
    description: str
    """Description of the card in the grader's words, or of the copy if it is not linked to a
    card."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str | None
    """Id of the grader's own card, 40 hexadecimal digits. Null if the cert is not linked to a
    card."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str | None
    """Public web page of the card. Null if the cert is not linked to a card."""
    grader: Grader
    """Grader that graded the copy."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    grader_data: GraderData
    source: NotRequired[CertSource]
    """Source of the data. Present only with `include=source`."""


class CertBatch(TypedDict):
    """Up to 100 graded copies of one grader."""

    certs: list[BatchCert]
    """The certs that were found, in the order of `certs`."""
    not_found: list[str]
    """Numbers that were not found, as sent, in the order of `certs`."""
    results: list[BatchResult]
    """One entry for each item, in the order sent, including repeated and blank items."""


class GraderStanding(TypedDict):
    """One grader's number of copies at and above a universal grade."""

    grade: str | None
    """The grader's label key for the universal grade. Null if it has no such grade."""
    grade_population: int
    """Number of copies of this grader at the universal grade."""
    population_higher: int
    """Number of copies of this grader at higher universal grades."""
    total_population: int
    """Total number of copies of this grader."""


class CrossGrader(TypedDict):
    """How a cert's grade compares with all copies of its card over all graders. A grade with a
    qualifier counts as the plain grade."""

    grade: str
    """Universal grade of the cert, a `grade` of `/v1/grades`, for example `gem_mint`."""
    grade_population: int
    """Number of copies at the universal grade over all graders."""
    grade_rate: float
    """Copies at the universal grade divided by all copies, a fraction from 0 to 1 rounded to 4
    decimals."""
    population_higher: int
    """Number of copies at higher universal grades over all graders."""
    higher_rate: float
    """Copies at higher universal grades divided by all copies, a fraction from 0 to 1 rounded to 4
    decimals."""
    total_population: int
    """Total number of copies over all graders."""
    total_gems_or_greater: int
    """Number of copies with a gem grade over all graders."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    by_grader: dict[Grader, GraderStanding]
    """Counts of each grader that lists the card."""


class Cert(TypedDict):
    """One graded copy of a card, with its grader's data."""

    description: str
    """Description of the card in the grader's words, or of the copy if it is not linked to a
    card."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str | None
    """Id of the grader's own card, 40 hexadecimal digits. Null if the cert is not linked to a
    card."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str | None
    """Public web page of the card. Null if the cert is not linked to a card."""
    grader: Grader
    """Grader that graded the copy."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    grader_data: GraderData
    source: NotRequired[CertSource]
    """Source of the data. Present only with `include=source`."""
    population: NotRequired[Population | None]
    """Population of the card. Present only with `include=population`. Null if the cert is not
    linked to a card."""
    cross_grader: NotRequired[CrossGrader | None]
    """Comparison of the grade over all graders. Present only with `include=population`. Null if the
    cert has no grade or no card."""


class AuthenticationRecord(TypedDict):
    """A signed item that PSA authenticated without grading a card. It has no population."""

    description: str
    """Human-readable description of the signed item."""
    result: str
    """Result of the authentication as PSA words it, for example `Authentic`."""
    primary_subjects: list[str]
    """People whose signatures were authenticated."""
    other_subjects: list[str]
    """Names of other signers. Empty if there are none."""
    cert_details_cached: str | None
    """Month in which the record was last retrieved. Null if it is unknown."""


class CertImages(TypedDict):
    """URLs of the images of a graded copy."""

    grader: Grader
    """Grader of the cert."""
    cert: str
    """Cert number as printed on the slab."""
    image_front: str | None
    """URL of the image of the front. Null if there is none."""
    image_back: str | None
    """URL of the image of the back. Null if there is none."""


class CertPopulation(TypedDict):
    """One graded copy with the population of its card."""

    description: str
    """Description of the card in the grader's words, or of the copy if it is not linked to a
    card."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str | None
    """Id of the grader's own card, 40 hexadecimal digits. Null if the cert is not linked to a
    card."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str | None
    """Public web page of the card. Null if the cert is not linked to a card."""
    grader: Grader
    """Grader that graded the copy."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    grader_data: GraderData
    population: Population | None
    """Population of the card. Null if the cert is not linked to a card."""
    growth: NotRequired[Growth]
    """Growth of the population. Present only with `include=growth`."""


class GraderGrade(TypedDict):
    """A grader's name for a grade."""

    key: str
    """Grade label key, `{grader}_{grade}`, as in `grades` and `qualifiers`."""
    label: str
    """Grade as printed on a slab, for example `GEM MT 10`."""


class GradeMapRowGraders(TypedDict):
    """Each grader's name for the grade."""

    psa: GraderGrade | None
    """This grader's name for the grade. Null if the grader does not have the grade."""
    beckett: GraderGrade | None
    """This grader's name for the grade. Null if the grader does not have the grade."""
    sgc: GraderGrade | None
    """This grader's name for the grade. Null if the grader does not have the grade."""
    cgc: GraderGrade | None
    """This grader's name for the grade. Null if the grader does not have the grade."""


class GradeMapRow(TypedDict):
    """A universal grade with each grader's key and label for it."""

    grade: str
    """Universal grade, for example `8_5` or `gem_mint`; `q1` to `q9` for a grade with a
    qualifier."""
    label: str
    """Label of the universal grade, for example `8.5` or `GEM MINT`."""
    rank: int
    """Position in the list, starting with 1 for the lowest grade."""
    is_gem: bool
    """Whether copies of this grade count as gem copies."""
    kind: Literal["grade", "qualifier"]
    """Whether this is a plain grade, or a psa grade with a qualifier."""
    graders: GradeMapRowGraders
    """Each grader's name for the grade."""


class CardSet(TypedDict):
    """Cards that share category, year and set name, with their totals."""

    set_id: str
    """Id of the set, 40 hexadecimal digits."""
    category: str
    """Game or sport, for example `Pokemon`."""
    year: str
    """Year or season, for example `1999` or `2018-19`."""
    set_name: str
    """Name of the set as one of its grader cards spells it. Empty if the cards have no set name."""
    cards: int
    """Number of universal cards in the set, including unmatched cards."""
    total_population: int
    """Number of copies of all its cards over all graders."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list at least one of the cards."""


class CardSetDetails(TypedDict):
    """One set with its totals and the date of its last change."""

    set_id: str
    """Id of the set, 40 hexadecimal digits."""
    category: str
    """Game or sport, for example `Pokemon`."""
    year: str
    """Year or season, for example `1999` or `2018-19`."""
    set_name: str
    """Name of the set as one of its grader cards spells it. Empty if the cards have no set name."""
    cards: int
    """Number of universal cards in the set, including unmatched cards."""
    total_population: int
    """Number of copies of all its cards over all graders."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list at least one of the cards."""
    last_population_change: str | None
    """Latest date on which a count of any of its cards changed, in UTC. Null if no population is
    recorded for any of its cards."""


class SetCard(TypedDict):
    """A card of a set, with its totals over all graders."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: ParsedDescription
    total_population: int
    """Number of graded copies of the graders in `graders_included`."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list the card."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class Spec(TypedDict):
    """A card, looked up by its PSA spec number."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    spec_id: str
    """Spec number of the card at the grader."""


class SpecReference(TypedDict):
    """A grader, and the grader's spec number of a card."""

    grader: Grader
    spec_id: str
    """Spec number of the card at the grader."""


class FlatPopulation(TypedDict):
    """Totals of a card over all graders, and counts of each grader."""

    total: int
    """Number of copies over all graders."""
    gem_total: int
    """Number of copies with a gem grade: 10 or better (at Beckett, 9.5 or better). Included in the
    total of the same object."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    by_grader: dict[Grader, GraderPopulation]
    """Counts of each grader that lists the card."""
    grades: GradeCounts
    """Number of copies of the requested grader card, by grade label key."""


class SpecDetails(TypedDict):
    """A card, looked up by its spec number at any grader, with the parts of its description."""

    category: str
    """Game or sport, for example `Pokemon`. Empty if unknown."""
    year: str
    """Year or season, for example `1999` or `2018-19`. Empty if unknown."""
    set_name: str
    """Name of the set as the grader spells it. Empty if unknown."""
    name: str
    """Name of the card, usually its subject. Empty if unknown."""
    card_number: str
    """Number printed on the card, for example `4/102`. Empty if unknown."""
    parallel: str | None
    """Version of the card, for example `1ST EDITION`. Null if there is none."""
    subset: str | None
    """Subset to which the card belongs. Null if there is none."""
    card_id: str
    """Id of the grader's own card, 40 hexadecimal digits."""
    spec: SpecReference
    """The requested spec."""
    description: str
    """Human-readable description of the card in the grader's words."""
    population: NotRequired[FlatPopulation]
    """Totals over all graders. Present only with `include=population`."""


class SpecPopulation(TypedDict):
    """A card with its population, looked up by its PSA spec number."""

    description: str
    """Human-readable description of the card in the grader's words."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` if the universal id comes from this grader."""
    is_universal_match: bool
    """Whether the card is matched across graders. True if and only if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader of the card that `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    spec_id: str
    """Spec number of the card at the grader."""
    population: Population


class QuotaBucket(TypedDict):
    """A limited bucket of the quota."""

    bucket: str
    """Name of the bucket: `base`, `read:images`, `read:history` or `read:changes`."""
    limit: int
    """Number of requests allowed in the period."""
    used: int
    """Number of requests charged in this period."""
    remaining: int
    """Number of requests left in this period."""
    reset: int
    """End of the period, in seconds since 1970, UTC."""


class Usage(TypedDict):
    """The limits of the plan of a key, and the remaining quota."""

    plan: str
    """Name of the plan."""
    period: str
    """`day`, `month`, or a number of seconds such as `30s`; in UTC."""
    buckets: list[QuotaBucket]
    """Every limited bucket. Requests to a bucket without a limit are not counted."""
    rate_limit_per_second: int
    """Number of requests allowed per second."""
    permissions: list[str]
    """Permissions of the plan: `images`, `history`, `changes`."""
    catalogs: list[str]
    """Catalogs that the key may download."""
