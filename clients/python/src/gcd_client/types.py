"""Responses of the API as typed dictionaries, generated from docs/openapi.json: do not edit.

Responses may have more fields than these: later versions of the API add some.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict


class Pagination(TypedDict):
    """The position of a page in its list."""

    page: int
    """Number of this page, from 1."""
    page_size: int
    """Most items on a page."""
    total: int
    """Items on all pages."""
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
    """Part of the set that the card belongs to. Null if there is none."""


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
    """Counts of the autographed copies of PSA, or of its other copies."""

    total: int
    """All copies of this kind."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    grades: GradeCounts
    """Number of copies by grade label key."""
    qualifiers: GradeCounts
    """Number of copies with a qualifier by grade label key (`psa_q1` to `psa_q9`)."""


class AutoSplit(TypedDict):
    """PSA's counts, split into autographed and other copies. Zeros if none is known."""

    auto: AutoSplitCounts
    """Autographed copies."""
    non_auto: AutoSplitCounts
    """Copies without an autograph."""


class GraderPopulation(TypedDict):
    """One grader's counts of a card."""

    total: int
    """All copies of this grader: every grade, authentic, and with a qualifier."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
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
    """Autographed and other copies apart. Only for psa, and only if requested."""


class PopulationData(TypedDict):
    """Totals of a card, and the counts of each grader."""

    total: int
    """Copies of all graders in `graders_included`."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    data_last_updated: str | None
    """Date of the latest population that was recorded, in UTC. Null if none ever was."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    by_grader: dict[Grader, GraderPopulation]
    """Counts of each grader in `graders_included`."""


class Population(TypedDict):
    """How many graded copies of a card there are by grade, over all graders or one of them."""

    graders_included: list[Grader]
    """Graders that the counts cover."""
    graders: dict[Grader, GraderCard]
    """The card of each grader in `graders_included`."""
    population_data: PopulationData


class BatchCardPopulation(TypedDict):
    """The population of one card of a batch."""

    requested_id: str
    """The id as sent."""
    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    population: Population
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class CardPopulationBatch(TypedDict):
    """Populations of up to 100 cards."""

    cards: list[BatchCardPopulation]
    """The cards that were found, in the order of `card_ids`."""
    not_found: list[str]
    """Unknown and malformed ids, as sent, in the order of `card_ids`."""


class GraderTotals(TypedDict):
    """One grader's totals of a card."""

    total: int
    """All copies of this grader."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""


class Change(TypedDict):
    """A change of a card, with its current counts."""

    card_id: str
    """The id at the same position in `card_ids`."""
    reason: Literal["population", "match", "unmatch"]
    """Why the card changed last: its counts (`population`), or a grader card was matched to it
    (`match`) or unmatched from it (`unmatch`). `match` takes precedence if one import did both.
    Earlier reasons are not kept."""
    total: int
    """Copies over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    by_grader: dict[Grader, GraderTotals]
    """Totals of each grader that lists the card."""


class ChangePage(TypedDict):
    """One page of the change feed."""

    card_ids: list[str]
    """Cards whose population or matching changed, each once, in the order in which the changes
    became visible: the universal id of a matched card, else its own."""
    count: int
    """How many ids are on this page."""
    since: str
    """The first day of the feed that was requested, in UTC."""
    has_more: bool
    """Whether there already is a next page."""
    next_cursor: str
    """Cursor of the next page, now or at any later time. It never expires. On a page without ids it
    is the cursor of the request."""
    changes: NotRequired[list[Change]]
    """Each card of `card_ids`, in the same order, with counts that are never older than the change.
    Present only with `include=population`."""


class MoversWindow(TypedDict):
    """The dates between which copies were added."""

    start: str
    """Changes recorded after this date count, in UTC."""
    end: str
    """The newest date in the data, in UTC."""


class Mover(TypedDict):
    """A card to which copies were added."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    added: int
    """Copies (or gem copies) added in the window, over all graders. What a grader had when it first
    listed the card is not counted."""
    total_population: int
    """Graded copies over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""


class Movers(TypedDict):
    """The cards to which the most copies were added in a window."""

    window: MoversWindow
    """The dates between which copies were added."""
    results: list[Mover]
    """Most added first; universal cards and unmatched cards."""


class SearchResult(TypedDict):
    """A card that a search found, with its totals over all graders."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    parsed_description: ParsedDescription
    total_population: int
    """Graded copies over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list the card."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class SearchPage(TypedDict):
    """One page of the cards that a search found."""

    query: str
    """The search text, exactly as sent."""
    page: int
    """Number of this page, from 1."""
    page_size: Literal[10]
    """Most cards on a page."""
    has_more: bool
    """Whether there is a next page; false on the last."""
    total: int
    """Cards that match, counted up to 1000. Pages show the best 100 of them."""
    total_is_exact: bool
    """Whether `total` is the number of all cards that match."""
    corrected_query: NotRequired[str]
    """What was searched instead of `query`: present only if no card has all of its words, and some
    were corrected or left out because of that."""
    results: list[SearchResult]
    """Most relevant first; each card once."""


class GraderSearchResult(TypedDict):
    """A grader card that a search found."""

    description: str
    """Description of the card in the grader's words, for people."""
    card_id: str
    """Id of the grader's own card, 40 hexadecimal digits."""
    population: int
    """Graded copies of this grader."""
    search_score: float
    """How well the card matches. Comparable within one response."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class GraderSearchResults(TypedDict):
    """The grader cards that a search found, by grader."""

    query: str
    """The search text, exactly as sent."""
    graders_included: list[Grader]
    """The graders searched."""
    results: dict[Grader, list[GraderSearchResult]]
    """The cards found of each grader in `graders_included`."""


class Suggestion(TypedDict):
    """A completion of a search text."""

    text: str
    """The completed text, for people and for a search."""
    kind: Literal["card", "set", "query"]
    """`query`: a text to search for. `card` and `set`: the text names one of them."""
    card_id: str | None
    """Id of the card. Null if `kind` is not `card`."""
    set_id: str | None
    """Id of the set. Null if `kind` is not `set`."""


class Suggestions(TypedDict):
    """Completions of a search text."""

    query: str
    """The search text, exactly as sent."""
    suggestions: list[Suggestion]
    """Completions, likeliest first."""


class Card(TypedDict):
    """One card with its totals and its population."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    parsed_description: ParsedDescription
    total_population: int
    """Graded copies over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list the card."""
    population: Population
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class CardPopulation(TypedDict):
    """The population of one card."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    population: Population
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class HistoryWindow(TypedDict):
    """The dates that a population history covers."""

    mode: Literal["trailing"]
    """The window ends at the newest date in the data."""
    interval: Literal["two_week", "week"]
    """Step between two points: 14 days or 7 days, back from `as_of`."""
    lookback: Literal["three_year"]
    """No point is older than three calendar years before `as_of`."""
    as_of: str
    """The newest date for which any population is recorded, in UTC."""
    start: str
    """The oldest date of each series, in UTC."""
    end: str
    """The newest date of each series, in UTC; `as_of` without `to`."""
    points: int
    """How many points each series has."""


class HistoryPoint(TypedDict):
    """One grader's counts on one date."""

    date: str
    """Date of the point, in UTC."""
    total: int
    """All copies: the latest count recorded on or before the date; 0 before `first_recorded`."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
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
    """All copies of this grader at the end of the window."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    first_recorded: str | None
    """The first date with a count, in UTC. What there was before is not known: earlier points say
    0. Null if no population was ever recorded."""
    history: list[HistoryPoint]
    """One point for each date of the window, oldest first."""


class PopulationHistoryPopulationData(TypedDict):
    """Current totals of the card, and the history of each grader."""

    total: int
    """Copies of all graders in `graders_included`."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    data_last_updated: str | None
    """Date of the latest population that was recorded, in UTC. Null if none ever was."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    by_grader: dict[Grader, GraderHistory]
    """History of each grader in `graders_included`."""


class PopulationHistory(TypedDict):
    """How the population of a card developed over the last three years."""

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
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    population: PopulationHistory


CatalogName: TypeAlias = Literal["psa", "pokemon", "all"]


class Catalog(TypedDict):
    """A catalog that has been built."""

    catalog: CatalogName
    rows: int
    """Rows of the file, without the header."""
    bytes: int
    """Size of the file without compression, in bytes."""
    built_at: str
    """When the file was built, ISO 8601 in UTC."""
    change_cursor: str
    """Cursor of the change feed at the time of the build."""
    allowed: bool
    """Whether your key may download it."""


class PopulationContext(TypedDict):
    """Counts of the cert's own grader around its grade. Counts of all graders are at
    `/v1/cards/{card_id}/population`."""

    grade_population: int
    """Copies at the cert's grade, without a qualifier."""
    grade_qualifier_population: NotRequired[int]
    """Copies at the cert's grade with a qualifier. Present only if the cert has a qualifier."""
    population_higher: int
    """Copies at higher grades of the same grader. Those with a qualifier are not counted."""
    total_population: int
    """All copies of the card at this grader."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""


class SplitContext(TypedDict):
    """PSA's counts around a cert's grade, of one kind of copies."""

    grade_population: int
    """Copies at the cert's grade, without a qualifier."""
    population_higher: int
    """Copies at higher grades of the same grader. Those with a qualifier are not counted."""
    total_population: int
    """All copies of this kind."""
    grade_qualifier_population: int
    """Copies at the cert's grade with a qualifier."""


class AutoSplitContext(TypedDict):
    """PSA's counts around a cert's grade, split into autographed and other copies."""

    auto: SplitContext
    """Autographed copies."""
    non_auto: SplitContext
    """Copies without an autograph."""


class Subgrades(TypedDict):
    """The four subgrades of Beckett."""

    centering: float | None
    """Grade of the centering, 1 to 10. Null if it was not given."""
    corners: float | None
    """Grade of the corners, 1 to 10. Null if it was not given."""
    edges: float | None
    """Grade of the edges, 1 to 10. Null if it was not given."""
    surface: float | None
    """Grade of the surface, 1 to 10. Null if it was not given."""


class GraderData(TypedDict):
    """What the grader says of one copy."""

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
    """Counts of the cert's own grader around its grade. Null if the cert has no grade or no
    card."""
    has_auto_grade: bool
    """Whether the autograph on the card has a grade of its own."""
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
    """The counts for autographed and other copies apart. Always there, only for psa."""
    subgrades: NotRequired[Subgrades]
    """The four subgrades. Only for beckett, and only if at least one was given."""


class CertSource(TypedDict):
    """Where the data of a cert comes from."""

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
    """One graded copy of a batch."""

    requested_cert: str
    """The number as sent."""
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
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str | None
    """Public web page of the card. Null if the cert is not linked to a card."""
    grader: Grader
    """Grader that graded the copy."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    grader_data: GraderData
    source: NotRequired[CertSource]
    """Where the data comes from. Present only with `include=source`."""


class CertBatch(TypedDict):
    """Up to 100 graded copies of one grader."""

    certs: list[BatchCert]
    """The certs that were found, in the order of `certs`."""
    not_found: list[str]
    """Numbers that no cert has, as sent, in the order of `certs`."""


class GraderStanding(TypedDict):
    """How many copies one grader has at, and above, a universal grade."""

    grade: str | None
    """The grader's label key for the universal grade. Null if it has no such grade."""
    grade_population: int
    """Copies of this grader at the universal grade."""
    population_higher: int
    """Copies of this grader at higher universal grades."""
    total_population: int
    """All copies of this grader."""


class CrossGrader(TypedDict):
    """How a cert's grade compares over all graders of its card. A grade with a qualifier counts as
    the plain grade."""

    grade: str
    """Universal grade of the cert, a `grade` of `/v1/grades`, for example `gem_mint`."""
    grade_population: int
    """Copies at the universal grade over all graders."""
    grade_rate: float
    """Copies at the universal grade divided by all copies, a fraction from 0 to 1 rounded to 4
    decimals."""
    population_higher: int
    """Copies at higher universal grades over all graders."""
    higher_rate: float
    """Copies at higher universal grades divided by all copies, a fraction from 0 to 1 rounded to 4
    decimals."""
    total_population: int
    """All copies over all graders."""
    total_gems_or_greater: int
    """Copies with a gem grade over all graders."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    by_grader: dict[Grader, GraderStanding]
    """The standing at each grader that lists the card."""


class Cert(TypedDict):
    """One graded copy of a card: what it is, and what its grader says of it."""

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
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str | None
    """Public web page of the card. Null if the cert is not linked to a card."""
    grader: Grader
    """Grader that graded the copy."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    grader_data: GraderData
    source: NotRequired[CertSource]
    """Where the data comes from. Present only with `include=source`."""
    population: NotRequired[Population | None]
    """Population of the card. Present only with `include=population`. Null if the cert is not
    linked to a card."""
    cross_grader: NotRequired[CrossGrader | None]
    """Standing of the grade over all graders. Present only with `include=population`. Null if the
    cert has no grade or no card."""


class AuthenticationRecord(TypedDict):
    """A signed item that PSA authenticated without grading a card. It has no population."""

    description: str
    """Description of the signed item, for people."""
    result: str
    """Result of the authentication as PSA words it, for example `Authentic`."""
    primary_subjects: list[str]
    """People whose signatures were authenticated."""
    other_subjects: list[str]
    """Other people who signed. Empty if there are none."""
    cert_details_cached: str | None
    """Month in which the record was last retrieved. Null if it is unknown."""


class CertImages(TypedDict):
    """Where the images of a graded copy are."""

    grader: Grader
    """Grader of the cert."""
    cert: str
    """Cert number as printed on the slab."""
    image_front: str | None
    """URL of the front. Null if there is no image of it."""
    image_back: str | None
    """URL of the back. Null if there is no image of it."""


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
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
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


class GraderGrade(TypedDict):
    """A grader's own name for a grade."""

    key: str
    """Grade label key, `{grader}_{grade}`, as in `grades` and `qualifiers`."""
    label: str
    """Grade as printed on a slab, for example `GEM MT 10`."""


class GradeMapRowGraders(TypedDict):
    """The name of the grade at each grader."""

    psa: GraderGrade | None
    """The name of the grade at this grader. Null if it has no such grade."""
    beckett: GraderGrade | None
    """The name of the grade at this grader. Null if it has no such grade."""
    sgc: GraderGrade | None
    """The name of the grade at this grader. Null if it has no such grade."""
    cgc: GraderGrade | None
    """The name of the grade at this grader. Null if it has no such grade."""


class GradeMapRow(TypedDict):
    """A universal grade with each grader's key and label for it."""

    grade: str
    """Universal grade, for example `8_5` or `gem_mint`; of a qualifier `q1` to `q9`."""
    label: str
    """Universal grade for people, for example `8.5` or `GEM MINT`."""
    rank: int
    """Position in the list, from 1 for the lowest."""
    is_gem: bool
    """Whether copies of this grade count as gem copies."""
    kind: Literal["grade", "qualifier"]
    """Whether this is a grade, or a grade of psa with a qualifier."""
    graders: GradeMapRowGraders
    """The name of the grade at each grader."""


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
    """Universal cards in the set, unmatched ones included."""
    total_population: int
    """Copies of all its cards over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
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
    """Universal cards in the set, unmatched ones included."""
    total_population: int
    """Copies of all its cards over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list at least one of the cards."""
    last_population_change: str | None
    """The newest date on which a count of any of its cards changed, in UTC. Null if no population
    is recorded for any."""


class SetCard(TypedDict):
    """A card of a set, with its totals over all graders."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    parsed_description: ParsedDescription
    total_population: int
    """Graded copies over all graders."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    graders_included: list[Grader]
    """Graders that list the card."""
    set_id: str
    """Id of the set that the card belongs to, for `/v1/sets/{set_id}`."""


class Spec(TypedDict):
    """The card of a spec of PSA."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
    parsed_description: NotRequired[ParsedDescription]
    """The parts of `description`. Present only if requested."""
    spec_id: str
    """Spec number of the card at the grader."""


class SpecReference(TypedDict):
    """A grader and its spec number of a card."""

    grader: Grader
    spec_id: str
    """Spec number of the card at the grader."""


class FlatPopulation(TypedDict):
    """The totals of a card over all graders, and the counts of each."""

    total: int
    """Copies of all graders in `graders_included`."""
    gem_total: int
    """Copies with a gem grade: 10 or better, at Beckett 9.5 or better. Part of the total beside
    it."""
    gem_rate: float
    """Gem copies divided by all copies, a fraction from 0 to 1 rounded to 4 decimals. 0 if there
    are no copies."""
    last_population_change: str | None
    """Date on which a count last changed, in UTC. Null if no population was ever recorded."""
    by_grader: dict[Grader, GraderPopulation]
    """Counts of each grader in `graders_included`."""
    grades: GradeCounts
    """Number of copies of the grader card looked up, by grade label key."""


class SpecDetails(TypedDict):
    """The card of a spec of any grader, with the parts of its description."""

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
    """Part of the set that the card belongs to. Null if there is none."""
    card_id: str
    """Id of the grader's own card, 40 hexadecimal digits."""
    spec: SpecReference
    """The spec that was looked up."""
    description: str
    """Description of the card in the grader's words, for people."""
    population: NotRequired[FlatPopulation]
    """Totals over all graders. Present only with `include=population`."""


class SpecPopulation(TypedDict):
    """The card of a spec of PSA, with its population."""

    description: str
    """Description of the card in the grader's words, for people."""
    universal_card_id: str | None
    """Id of the card across graders, 40 hexadecimal digits. Null if the card is not matched across
    graders."""
    card_id: str
    """Id of the grader card that the response describes, 40 hexadecimal digits. Equal to
    `universal_card_id` for the grader whose id was promoted."""
    is_universal_match: bool
    """Whether the card is matched across graders: true exactly if `universal_card_id` is not
    null."""
    card_url: str
    """Public web page of the card."""
    grader: Grader
    """Grader whose card `card_id` identifies."""
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
    """Requests allowed in the period."""
    used: int
    """Requests charged in this period."""
    remaining: int
    """Requests left in this period."""
    reset: int
    """End of the period, in seconds since 1970, UTC."""


class Usage(TypedDict):
    """What the plan of a key allows, and what is left of its quota."""

    plan: str
    """Name of the plan."""
    period: str
    """`day`, `month`, or a number of seconds such as `30s`; in UTC."""
    buckets: list[QuotaBucket]
    """Every limited bucket. Requests to a bucket without a limit are not counted."""
    rate_limit_per_second: int
    """Requests allowed in one second."""
    permissions: list[str]
    """Permissions of the plan: `images`, `history`, `changes`."""
    catalogs: list[str]
    """Catalogs that the key may download."""
