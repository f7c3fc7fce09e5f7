import { parseArgs } from 'node:util';
import type { Size } from './dataset.js';

/** Parts of the benchmark, in the order in which they run. */
export const PARTS = ['lookup', 'mixed', 'latency', 'endpoints'] as const;

export type Part = (typeof PARTS)[number];

export interface Options {
  readonly size: Size;
  readonly parts: readonly Part[];
  readonly connections: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
}

const FULL: Size = { cards: 500_000, certs: 5_000_000 };
const SMALL: Size = { cards: 20_000, certs: 200_000 };

const HELP = `Measures the whole product on real servers, and in turn three baselines that look up certs:

  (a) a bare Fastify that returns a constant
  (b) a bare Fastify with pg and a prepared statement: no keys, no limits
  (e) what a user would build instead: Fastify with pg, keys in a table with a cache, and rate-limiter-flexible on Redis

Parts: lookup (closed loop, with and without hits in the response cache), mixed (the operations of real clients), latency
(random arrivals at 50, 70 and 90 % of the maximum throughput), endpoints (every endpoint).

Examples:
  npm run bench                       all parts; the first run imports ${million(FULL.certs)} certs
  npm run bench -- --small            ${SMALL.certs.toLocaleString('en-US')} certs, for a quick look
  npm run bench -- --small --only lookup --connections 64

  --only PARTS       comma-separated: ${PARTS.join(', ')}
  --small            ${SMALL.cards.toLocaleString('en-US')} cards and ${SMALL.certs.toLocaleString('en-US')} certs
  --cards N          number of cards (default: ${FULL.cards.toLocaleString('en-US')})
  --certs N          number of certs (default: ${FULL.certs.toLocaleString('en-US')})
  --connections LIST connections for lookups (default: 1,16,64)
  --rounds N         rounds, each with all cases in turn (default: 3)
  --seconds N        duration of each measurement (default: 4)
  --help

Tables go to standard output, progress to standard error, and both tables and every metric of every round to
DATA_DIR/results (default: .local/results). The dataset is kept in DATA_DIR/bench, so that the next run starts at once;
remove it to start over. One part takes about 5 minutes. CPU time is read from /proc, so those columns need Linux.`;

/** Parses the command line. Exits after `--help`, and with status 2 if an option is invalid. */
export function readOptions(): Options {
  try {
    return parse();
  } catch (error) {
    console.error(`${(error as Error).message}\nSee: npm run bench -- --help`);
    process.exit(2);
  }
}

function parse(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      small: { type: 'boolean', default: false },
      cards: { type: 'string' },
      certs: { type: 'string' },
      connections: { type: 'string', default: '1,16,64' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const size = values.small ? SMALL : FULL;
  const cards = values.cards ? wholeNumber('--cards', values.cards, 1000) : size.cards;
  const certs = values.certs ? wholeNumber('--certs', values.certs, 10_000) : size.certs;
  return {
    size: { cards, certs },
    parts: values.only ? partsOf(values.only) : PARTS,
    connections: values.connections.split(',').map((text) => wholeNumber('--connections', text, 1)),
    rounds: wholeNumber('--rounds', values.rounds, 1),
    seconds: wholeNumber('--seconds', values.seconds, 1),
  };
}

function partsOf(list: string): Part[] {
  return list.split(',').map((text) => {
    const part = PARTS.find((each) => each === text.trim());
    if (!part) throw new Error(`--only: ${text} is not one of ${PARTS.join(', ')}`);
    return part;
  });
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least) return number;
  throw new Error(`${option}: ${text} must be a whole number from ${least}`);
}

function million(number: number): string {
  return `${number / 1e6} million`;
}
