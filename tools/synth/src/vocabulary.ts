/**
 * The vocabulary for synthetic cards: product lines, common hobby words, and parts of names that are combined randomly.
 * The resulting cards are not real.
 */

/** A product line that appears every year within a range of years. */
export interface ProductLine {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Sports that the product line covers; if undefined, all sports. */
  readonly only?: readonly string[];
}

export const PRODUCT_LINES: readonly ProductLine[] = [
  { name: 'Bowman', from: 1948, to: 1955, only: ['Baseball', 'Football', 'Basketball'] },
  { name: 'Topps', from: 1951, to: 1992 },
  { name: 'Parkhurst', from: 1951, to: 1963, only: ['Hockey'] },
  { name: 'Fleer', from: 1959, to: 1963, only: ['Baseball', 'Football', 'Basketball'] },
  { name: 'O-Pee-Chee', from: 1968, to: 1992, only: ['Hockey', 'Baseball'] },
  { name: 'Panini Stickers', from: 1970, to: 1990, only: ['Soccer', 'Hockey'] },
  { name: 'Donruss', from: 1981, to: 1998 },
  { name: 'Fleer Ultra', from: 1991, to: 2006 },
  { name: 'Score', from: 1988, to: 2010 },
  { name: 'Upper Deck', from: 1989, to: 2025 },
  { name: 'Stadium Club', from: 1991, to: 2024 },
  { name: 'Topps Finest', from: 1993, to: 2024 },
  { name: 'SP Authentic', from: 1994, to: 2014 },
  { name: 'Topps Chrome', from: 1996, to: 2025 },
  { name: 'Bowman Chrome', from: 1997, to: 2025 },
  { name: 'Upper Deck Exquisite', from: 2003, to: 2015 },
  { name: 'Topps Heritage', from: 2001, to: 2025, only: ['Baseball', 'Hockey'] },
  { name: 'Panini Contenders', from: 2009, to: 2025 },
  { name: 'Panini Prizm', from: 2012, to: 2025 },
  { name: 'Panini Select', from: 2012, to: 2025 },
  { name: 'Panini Immaculate', from: 2012, to: 2025 },
  { name: 'Panini Mosaic', from: 2015, to: 2025 },
  { name: 'Donruss Optic', from: 2015, to: 2025 },
  { name: 'Topps Now', from: 2016, to: 2025 },
  { name: 'Bowman Draft', from: 2010, to: 2025, only: ['Baseball', 'Basketball'] },
  { name: 'Topps Update', from: 2010, to: 2025, only: ['Baseball'] },
  { name: 'Panini Obsidian', from: 2017, to: 2025 },
  { name: 'Topps Series 1', from: 2011, to: 2025, only: ['Baseball'] },
  { name: 'Young Guns Extended', from: 2015, to: 2025, only: ['Hockey'] },
  { name: 'Topps Merlin', from: 2016, to: 2025, only: ['Soccer'] },
];

/** Names that distinguish releases of a modern product line in the same year. */
export const EDITIONS = [
  '',
  'Draft Picks',
  'Sapphire Edition',
  'Mega Box',
  'Hobby Exclusive',
  'Logo Edition',
  'Black',
  'World Tour',
];

/** Suffixes for the names of additional sets with the same title and year. */
export const SERIES = ['', 'Series 2', 'Update', 'Traded', 'Premium', 'Retail', 'Holiday'];

export const PARALLELS = [
  'Refractor',
  'Silver Prizm',
  'Red White and Blue Prizm',
  'Blue Refractor',
  'Red Wave Prizm',
  'Gold Refractor /50',
  'Green Mojo Refractor /99',
  'Orange /25',
  'Purple Shimmer Parallel',
  'Black Finite /1',
  'Pink Ice Short Print',
  'Aqua /199',
  'Cracked Ice',
  'Tie-Dye',
  'Xfractor',
  'Rainbow Foil',
  'Sepia',
  'Negative Refractor',
  'Atomic',
  'Mojo',
  'Speckle /299',
];

/** Names of parallels before refractors existed. */
export const OLD_PARALLELS = ['Tiffany', 'Gray Back', 'White Back', 'Test Issue', 'Wax Box'];

export const SUBSETS = [
  'All-Star Game Signatures',
  'Rookie Debut Patch Autographs',
  'Stars of the Future',
  'League Leaders',
  'Downtown Nights',
  'Signature Rookie Materials',
  'Power Surge Die-Cut',
  'Home Town Heroes',
  'Marvels',
  'Fireworks Over the Field',
];

export const FIRST_NAMES =
  'Aaron Adrian Al Andre Anton Ben Bobby Brandon Bryce Caleb Carlos Chris Cole Connor Damon Dante Darius Derek Devin Diego Drew Dustin Eddie Eli Emmett Evan Felix Frank Gabriel George Grant Harold Hector Ian Isaac Ivan Jake Jalen Jamal Javier Jesse Joel Jordan Jose Julian Kareem Keith Kenji Kyle Lamar Leon Liam Luis Marcus Mateo Max Mickey Miles Nate Nico Omar Oscar Otis Pablo Pete Quinn Ramon Reggie Rico Roy Ruben Sammy Scott Shane Silas Theo Tomas Travis Trey Tyler Victor Wade Walt Wes Xavier Yuri Zach Zion'.split(
    ' ',
  );

export const LAST_NAMES =
  'Abbott Acosta Adler Alvarado Anders Archer Ashby Baines Barlow Becker Bishop Boone Bowers Brandt Briggs Calder Camacho Carver Castillo Chavez Coleman Conway Cortez Crane Dalton Davenport Delgado Dixon Doyle Draper Duarte Easton Ellison Espinoza Farrell Finch Fleming Fontaine Forsyth Franco Gaines Gallagher Garner Gentry Gibbons Granger Grimes Guerrero Hale Hampton Harlan Hatcher Hayden Hendrix Herrera Hobbs Holloway Ibarra Ingram Jarvis Jensen Keller Kendrick Kirkland Kowalski Lambert Landry Larsen Lawson Leblanc Lockhart Lozano Maddox Malone Marlow Maxwell McCray McKinnon Medina Mercer Moody Moreau Nakamura Nash Nielsen Novak Ochoa Orozco Ortega Osborne Pace Palmer Parrish Patton Pearce Petrov Pruitt Quintero Ramsey Rhodes Rivers Rowland Salazar Sampson Sawyer Serrano Shelton Sinclair Slater Stokes Sutter Tanaka Thatcher Tillman Trujillo Underwood Vance Vasquez Vaughn Wallace Warner Webb Whitaker Wilder Winslow Yates Zamora'.split(
    ' ',
  );

export const SUFFIXES = ['', '', '', '', '', '', '', '', '', '', '', ' Jr.', ' II', ' III'];

export const CREATURES =
  'Abra Absol Alakazam Altaria Arcanine Articuno Blastoise Blaziken Bulbasaur Celebi Charizard Charmander Charmeleon Chansey Clefable Clefairy Corviknight Cubone Cyndaquil Darkrai Deoxys Dialga Diglett Ditto Dragonair Dragonite Dratini Eevee Ekans Electabuzz Espeon Flareon Flygon Gardevoir Gastly Gengar Geodude Giratina Glaceon Golduck Golem Greninja Growlithe Groudon Gyarados Haunter Hitmonchan Hitmonlee Ho-Oh Horsea Incineroar Ivysaur Jigglypuff Jirachi Jolteon Kabuto Kadabra Kangaskhan Koffing Kyogre Kyurem Lapras Latias Latios Leafeon Lucario Lugia Machamp Machoke Machop Magikarp Magmar Magnemite Magneton Mankey Meowth Metagross Mew Mewtwo Milotic Moltres Nidoking Nidoqueen Ninetales Oddish Onix Palkia Pidgey Pikachu Pinsir Poliwag Ponyta Porygon Psyduck Raichu Raikou Rapidash Rayquaza Reshiram Rhydon Sableye Salamence Sandshrew Scizor Scyther Seadra Slowbro Slowpoke Snorlax Squirtle Starmie Staryu Suicune Sylveon Tangela Tauros Togepi Torterra Tyranitar Umbreon Vaporeon Venusaur Victini Voltorb Vulpix Wartortle Weedle Zapdos Zekrom Zoroark'.split(
    ' ',
  );

/** Words before and after a creature's name, with the year in which they were first used. */
export const CREATURE_FORMS: readonly (readonly [from: number, before: string, after: string])[] = [
  [1999, '', ''],
  [1999, '', ''],
  [1999, '', ''],
  [1999, 'Dark', ''],
  [1999, "Team Rocket's", ''],
  [2001, 'Shining', ''],
  [2003, '', 'ex'],
  [2017, '', 'GX'],
  [2017, 'Alolan', ''],
  [2020, 'Galarian', 'V'],
  [2020, '', 'VMAX'],
  [2022, 'Radiant', ''],
];

export const CREATURE_PARALLELS = ['Reverse Holo', 'Holo', 'Cosmos Holo', 'Prerelease Stamped'];
export const OLD_CREATURE_PARALLELS = ['1st Edition', 'Shadowless', 'Unlimited Holo'];
export const CREATURE_SUBSETS = [
  'Special Illustration Rare',
  'Full Art',
  'Secret',
  'Trainer Gallery',
];

const SET_ADJECTIVES =
  'Amber Ancient Astral Azure Blazing Burning Coral Crimson Crystal Distant Eclipsed Emerald Fabled Frozen Gilded Hidden Ivory Jade Lunar Mystic Obsidian Primal Roaring Sapphire Scarlet Shrouded Silent Solar Stormy Twilight Verdant Wandering'.split(
    ' ',
  );
const SET_NOUNS =
  'Alliance Ascent Bastion Canyon Chronicle Circuit Citadel Depths Dominion Echo Empire Expedition Flames Frontier Gale Guardians Harbor Horizon Legends Masquerade Meadow Origins Passage Realm Relics Rivals Sanctuary Skies Spires Tempest Tides Voyage'.split(
    ' ',
  );

/** Generates the unique name of a Pokemon set from the set's index. */
export function creatureSetName(position: number): string {
  const count = SET_ADJECTIVES.length;
  const round = Math.floor(position / (count * count));
  const noun = (position * 7 + Math.floor(position / count)) % SET_NOUNS.length;
  const name = `${SET_ADJECTIVES[position % count]} ${SET_NOUNS[noun]}`;
  return round === 0 ? name : `${name} ${round + 1}`;
}

/** Returns the prefix that PSA uses for the Pokemon sets of a year. */
export function creatureSerie(year: number): string {
  if (year < 2003) return 'Game';
  if (year < 2011) return 'EX';
  if (year < 2017) return 'XY';
  if (year < 2020) return 'Sun & Moon';
  return year < 2023 ? 'Sword & Shield' : 'Scarlet & Violet';
}
