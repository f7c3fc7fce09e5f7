"""Responses of the API as typed dictionaries, generated from docs/openapi.json: do not edit.

Responses may have more fields than these: later versions of the API add some.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Pagination(TypedDict):
    page: int
    page_size: int
    total: int
    total_pages: int
    next_page: NotRequired[int]
    """Absent on the last page."""


Grader: TypeAlias = Literal["psa", "beckett", "sgc", "cgc"]


class ParsedDescription(TypedDict):
    category: str
    year: str
    set_name: str
    name: str
    card_number: str
    parallel: str | None
    subset: str | None


class GraderEntry(TypedDict):
    card_id: str
    set_url: str | None
    spec_id: NotRequired[str | None]
    """Only for psa."""
    parsed_description: NotRequired[ParsedDescription]


class AutoSplitPart(TypedDict):
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    grades: dict[str, int]
    """Label key to number of copies."""
    qualifiers: dict[str, int]
    """Label key to number of copies."""


class GraderPopulationAutoSplit(TypedDict):
    auto: AutoSplitPart
    non_auto: AutoSplitPart


class GraderPopulation(TypedDict):
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    last_population_change: str | None
    grades: dict[str, int]
    """Label key to number of copies."""
    qualifiers: NotRequired[dict[str, int]]
    """Only for psa."""
    auto_split: NotRequired[GraderPopulationAutoSplit]


class PopulationPopulationData(TypedDict):
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    data_last_updated: str | None
    last_population_change: str | None
    by_grader: dict[Grader, GraderPopulation]


class Population(TypedDict):
    graders_included: list[Grader]
    graders: dict[Grader, GraderEntry]
    population_data: PopulationPopulationData


SetId: TypeAlias = str


class CardPopulationsCard(TypedDict):
    requested_id: str
    """The id as sent."""
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    population: Population
    set_id: SetId


class CardPopulations(TypedDict):
    cards: list[CardPopulationsCard]
    """The cards that were found, in the order of `card_ids`."""
    not_found: list[str]
    """Unknown and malformed ids, as sent, in the order of `card_ids`."""


class ChangeByGraderValue(TypedDict):
    total: int
    gem_total: int


class Change(TypedDict):
    card_id: str
    """The id at the same place in `card_ids`."""
    reason: Literal["population", "match", "unmatch"]
    """Why the card changed last: its counts, or a grader card was matched to it or unmatched from
    it. A card that was matched and got new counts at once has the reason `match`. Earlier reasons
    are not kept."""
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    by_grader: dict[Grader, ChangeByGraderValue]


class ChangesPage(TypedDict):
    card_ids: list[str]
    """Cards whose population or matching changed, each once, in the order in which the changes
    became visible: the universal id of a matched card, else its own."""
    count: int
    """How many ids are on this page."""
    since: str
    """The first day that the feed was asked from."""
    has_more: bool
    """Whether there is a next page already."""
    next_cursor: str
    """Where to go on, now or at any later time. A page without ids has the cursor that it was asked
    with."""
    changes: NotRequired[list[Change]]
    """With `include=population`: each card of `card_ids`, in the same order, with its current
    counts. They are never older than the change."""


class MoversWindow(TypedDict):
    start: str
    """Changes recorded after this date count."""
    end: str
    """The newest date in the data."""


class MoversResult(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    added: int
    """Copies (or gem copies) added in the window, over all graders. What a grader had when it first
    listed the card is not counted."""
    total_population: int
    gem_total: int
    gem_rate: float


class Movers(TypedDict):
    window: MoversWindow
    results: list[MoversResult]
    """Most added first; universal cards and unmatched cards."""


class CardSummary(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    parsed_description: ParsedDescription
    total_population: int
    """Copies over all graders."""
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    graders_included: list[Grader]
    set_id: SetId


class SearchPage(TypedDict):
    query: str
    """The search text, exactly as sent."""
    page: int
    page_size: Literal[10]
    has_more: bool
    """Whether there is a next page; false on the last."""
    total: int
    """Cards that match, counted up to 1000. Pages show the best 100 of them."""
    total_is_exact: bool
    """Whether `total` is the number of all cards that match."""
    corrected_query: NotRequired[str]
    """What was searched instead of `query`: present only if no card has all of its words, and some
    were corrected or left out because of that."""
    results: list[CardSummary]
    """A card each, never one twice."""


class StructuredSearchResultsValueItem(TypedDict):
    description: str
    card_id: str
    population: int
    """Copies of this grader's entry."""
    search_score: float
    """Comparable within one answer."""
    set_id: SetId


class StructuredSearch(TypedDict):
    query: str
    """The search text, exactly as sent."""
    graders_included: list[Grader]
    """The graders searched."""
    results: dict[Grader, list[StructuredSearchResultsValueItem]]


class SuggestionsSuggestion(TypedDict):
    text: str
    kind: Literal["card", "set", "query"]
    """`query`: a text to search for. `card` and `set`: what has the id."""
    card_id: str | None
    """Of a suggestion of kind `card`; otherwise null."""
    set_id: str | None
    """Of a suggestion of kind `set`; otherwise null."""


class Suggestions(TypedDict):
    query: str
    """The search text, exactly as sent."""
    suggestions: list[SuggestionsSuggestion]
    """Typos are tolerated in words of four letters or more."""


class Card(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    parsed_description: ParsedDescription
    total_population: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    graders_included: list[Grader]
    population: Population
    set_id: SetId


class CardPopulation(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    population: Population
    set_id: SetId


class PopulationHistoryWindow(TypedDict):
    mode: Literal["trailing"]
    interval: Literal["two_week", "week"]
    lookback: Literal["three_year"]
    as_of: str
    """The newest date for which any population is recorded."""
    start: str
    """The oldest date of each series."""
    end: str
    """The newest date of each series; `as_of` without `to`."""
    points: int
    """How many dates each series has."""


class HistoryPoint(TypedDict):
    date: str
    total: int
    """The newest count recorded at or before the date; 0 before `first_recorded`."""
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    grades: NotRequired[dict[str, int]]
    """Absent with `fields=totals`."""
    qualifiers: NotRequired[dict[str, int]]
    """Only for psa. Absent with `fields=totals`."""


class PopulationHistoryPopulationDataByGraderValue(TypedDict):
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    last_population_change: str | None
    first_recorded: str | None
    """The first date with a count. What there was before is not known: earlier points say 0."""
    history: list[HistoryPoint]
    """Oldest first."""


class PopulationHistoryPopulationData(TypedDict):
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    data_last_updated: str | None
    last_population_change: str | None
    by_grader: dict[Grader, PopulationHistoryPopulationDataByGraderValue]


class PopulationHistory(TypedDict):
    graders_included: list[Grader]
    graders: dict[Grader, GraderEntry]
    window: PopulationHistoryWindow
    population_data: PopulationHistoryPopulationData


class CardHistory(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    population: PopulationHistory


class Catalog(TypedDict):
    catalog: Literal["psa", "pokemon", "all"]
    rows: int
    """Rows of the file, without the header."""
    bytes: int
    """Size of the file without compression."""
    built_at: str
    change_cursor: str
    """The cursor of the change feed at the moment of the build."""
    allowed: bool
    """Whether your key may download it."""


CatalogRow: TypeAlias = Catalog


class PopulationContext(TypedDict):
    grade_population: int
    grade_qualifier_population: NotRequired[int]
    """Only for certs with a qualifier: copies at that grade with one."""
    population_higher: int
    total_population: int
    gem_total: int
    gem_rate: float


class SplitContext(TypedDict):
    grade_population: int
    population_higher: int
    total_population: int
    grade_qualifier_population: int


class GraderDataPopulationContextAutoSplit(TypedDict):
    """Only for psa."""

    auto: SplitContext
    non_auto: SplitContext


class GraderDataSubgrades(TypedDict):
    """Only for beckett, when given."""

    centering: float | None
    corners: float | None
    edges: float | None
    surface: float | None


class GraderData(TypedDict):
    cert: str
    grade: str | None
    grade_label: str | None
    set_url: str | None
    population_context: PopulationContext | None
    """Counts of the cert's own grader; those of all graders are at
    `/v1/cards/{card_id}/population`. Null without a grade or a card."""
    has_auto_grade: bool
    auto_grade_label: str | None
    cert_retrieval_month: str | None
    spec_id: NotRequired[str | None]
    """Only for psa."""
    qualifier_type: NotRequired[Literal["OC", "MC", "ST", "PD", "OF", "MK"] | None]
    """Only for psa."""
    population_context_auto_split: NotRequired[GraderDataPopulationContextAutoSplit]
    """Only for psa."""
    subgrades: NotRequired[GraderDataSubgrades]
    """Only for beckett, when given."""


class CertsCertSource(TypedDict):
    grader: Grader
    cert: str
    cert_url: str | None
    set_url: str | None
    spec_id: str | None
    retrieved_month: str | None
    population_as_of: str | None


class CertsCert(TypedDict):
    requested_cert: str
    """The number as sent."""
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str | None
    """Null when the cert is not linked to a card."""
    is_universal_match: bool
    card_url: str | None
    """Null when the cert is not linked to a card."""
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    grader_data: GraderData
    source: NotRequired[CertsCertSource]


class Certs(TypedDict):
    certs: list[CertsCert]
    """The certs that were found, in the order of `certs`."""
    not_found: list[str]
    """Numbers that no cert has, as sent, in the order of `certs`."""


class CertSource(TypedDict):
    grader: Grader
    cert: str
    cert_url: str | None
    set_url: str | None
    spec_id: str | None
    retrieved_month: str | None
    population_as_of: str | None


class CrossGraderByGraderValue(TypedDict):
    grade: str | None
    grade_population: int
    population_higher: int
    total_population: int


class CrossGrader(TypedDict):
    grade: str
    grade_population: int
    grade_rate: float
    population_higher: int
    higher_rate: float
    total_population: int
    total_gems_or_greater: int
    gem_rate: float
    by_grader: dict[Grader, CrossGraderByGraderValue]


class Cert(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str | None
    """Null when the cert is not linked to a card."""
    is_universal_match: bool
    card_url: str | None
    """Null when the cert is not linked to a card."""
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    grader_data: GraderData
    source: NotRequired[CertSource]
    population: NotRequired[Population | None]
    cross_grader: NotRequired[CrossGrader | None]


class Authentication(TypedDict):
    description: str
    result: str
    primary_subjects: list[str]
    other_subjects: list[str]
    cert_details_cached: str | None


class CertImages(TypedDict):
    grader: Grader
    cert: str
    image_front: str | None
    image_back: str | None


class CertPopulation(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str | None
    """Null when the cert is not linked to a card."""
    is_universal_match: bool
    card_url: str | None
    """Null when the cert is not linked to a card."""
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    grader_data: GraderData
    population: Population | None
    """Null when the cert is known but not linked to a card."""


class GradeRowGradersPsa(TypedDict):
    key: str
    label: str


class GradeRowGradersBeckett(TypedDict):
    key: str
    label: str


class GradeRowGradersSgc(TypedDict):
    key: str
    label: str


class GradeRowGradersCgc(TypedDict):
    key: str
    label: str


class GradeRowGraders(TypedDict):
    psa: GradeRowGradersPsa | None
    beckett: GradeRowGradersBeckett | None
    sgc: GradeRowGradersSgc | None
    cgc: GradeRowGradersCgc | None


class GradeRow(TypedDict):
    grade: str
    label: str
    rank: int
    is_gem: bool
    kind: Literal["grade", "qualifier"]
    graders: GradeRowGraders


class Set(TypedDict):
    set_id: SetId
    category: str
    year: str
    set_name: str
    """As one of the set’s grader cards spells it. Empty if the cards have no set name."""
    cards: int
    """Universal cards in the set, unmatched ones included."""
    total_population: int
    """Copies of all its cards over all graders."""
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    graders_included: list[Grader]
    """Graders that list at least one of the cards."""


SetRow: TypeAlias = Set


class SetTotals(TypedDict):
    set_id: SetId
    category: str
    year: str
    set_name: str
    """As one of the set’s grader cards spells it. Empty if the cards have no set name."""
    cards: int
    """Universal cards in the set, unmatched ones included."""
    total_population: int
    """Copies of all its cards over all graders."""
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    graders_included: list[Grader]
    """Graders that list at least one of the cards."""
    last_population_change: str | None
    """The newest date on which a count of any of its cards changed. Null if no population is
    recorded for any."""


SetCard: TypeAlias = CardSummary


class Spec(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    spec_id: str


class SpecEntrySpec(TypedDict):
    grader: Grader
    spec_id: str


class SpecEntryPopulation(TypedDict):
    total: int
    gem_total: int
    gem_rate: float
    """A fraction, rounded to 4 decimals."""
    last_population_change: str | None
    by_grader: dict[Grader, GraderPopulation]
    grades: dict[str, int]
    """Counts of the entry looked up."""


class SpecEntry(TypedDict):
    category: str
    year: str
    set_name: str
    name: str
    card_number: str
    parallel: str | None
    subset: str | None
    card_id: str
    spec: SpecEntrySpec
    description: str
    population: NotRequired[SpecEntryPopulation]


class SpecPopulation(TypedDict):
    description: str
    universal_card_id: str | None
    """Null when the card is not matched across graders."""
    card_id: str
    is_universal_match: bool
    card_url: str
    grader: Grader
    parsed_description: NotRequired[ParsedDescription]
    spec_id: str
    population: Population


class UsageBucket(TypedDict):
    bucket: str
    limit: int
    used: int
    remaining: int
    reset: int
    """End of the period, in seconds since 1970."""


class Usage(TypedDict):
    plan: str
    period: str
    """`day`, `month`, or a number of seconds such as `30s`; in UTC."""
    buckets: list[UsageBucket]
    """Every limited bucket."""
    rate_limit_per_second: int
    permissions: list[str]
    catalogs: list[str]
    """Catalogs that the key may download."""
