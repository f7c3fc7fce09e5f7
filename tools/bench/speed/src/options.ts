import { parseArgs } from 'node:util';
import type { Size } from './dataset.js';

/** Parts of the benchmark, in the order in which they run. */
export const PARTS = [
  'lookup',
  'zipf',
  'mixed',
  'latency',
  'endpoints',
  'batches',
  'replicas',
  'data',
  'memory',
] as const;

export type Part = (typeof PARTS)[number];

export interface Options {
  readonly size: Size;
  readonly parts: readonly Part[];
  readonly connections: readonly number[];
  readonly withTextbook: boolean;
  readonly rounds: number;
  readonly seconds: number;
  readonly minutes: number;
  readonly json: string | undefined;
  readonly write: boolean;
}

const FULL: Size = { cards: 500_000, certs: 5_000_000 };
const SMALL: Size = { cards: 20_000, certs: 200_000 };
const BY_DEFAULT: readonly Part[] = PARTS.filter((part) => part !== 'memory');

const HELP = `Measures the whole product on real servers, and in turn four baselines:

  (a) a bare Fastify that returns a constant
  (b) a bare Fastify with pg that looks up a cert by a prepared statement: no key, no limits, one process
  (c) a textbook Nest monolith: Express, TypeORM repository, class-transformer, throttler in memory
  (d) a textbook Nest gateway: Fastify, ClientNats to a microservice with a TypeORM repository

  npm run bench                                  everything except memory; the first run imports ${million(FULL.certs)} certs
  npm run bench -- --small                       ${SMALL.certs.toLocaleString('en-US')} certs, for a quick look
  npm run bench -- --small --only lookup --no-textbook --connections 64
  npm run bench -- --only zipf                   cert lookups with a Zipf distribution, with and without caches
  npm run bench -- --only latency --no-textbook  p99 at 50, 70 and 90 % of the maximum throughput
  npm run bench -- --memory --json metrics.json

  --only PARTS       comma-separated: ${PARTS.join(', ')}
  --memory           also measures memory at half of the maximum throughput, for 10 minutes
  --minutes N        duration of the memory measurement (default: 10)
  --small            ${SMALL.cards.toLocaleString('en-US')} cards and ${SMALL.certs.toLocaleString('en-US')} certs
  --cards N          number of cards (default: ${FULL.cards.toLocaleString('en-US')})
  --certs N          number of certs (default: ${FULL.certs.toLocaleString('en-US')})
  --connections LIST connections for lookups (default: 1,16,64)
  --no-textbook      skip the slow baselines (c) and (d)
  --rounds N         rounds, each with all cases in turn (default: 3)
  --seconds N        duration of each measurement (default: 4)
  --json FILE        also write every metric of every round to a file
  --[no-]write       whether to update docs/performance.md (default: if all parts ran at full size)
  --help

Tables go to standard output, progress to standard error. State is kept in DATA_DIR/bench (default: .local/bench), so that
the next run starts at once; remove it to start over. One part takes about 5 minutes. CPU time is read from /proc, so those columns need Linux.`;

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
    allowNegative: true,
    options: {
      only: { type: 'string' },
      memory: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '10' },
      small: { type: 'boolean', default: false },
      cards: { type: 'string' },
      certs: { type: 'string' },
      connections: { type: 'string', default: '1,16,64' },
      textbook: { type: 'boolean', default: true },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      json: { type: 'string' },
      write: { type: 'boolean' },
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
  const parts = values.only ? partsOf(values.only) : [...BY_DEFAULT];
  if (values.memory && !parts.includes('memory')) parts.push('memory');
  const isWhole = BY_DEFAULT.every((part) => parts.includes(part)) && values.textbook;
  return {
    size: { cards, certs },
    parts,
    connections: values.connections.split(',').map((text) => wholeNumber('--connections', text, 1)),
    withTextbook: values.textbook,
    rounds: wholeNumber('--rounds', values.rounds, 1),
    seconds: wholeNumber('--seconds', values.seconds, 1),
    minutes: wholeNumber('--minutes', values.minutes, 1),
    json: values.json,
    write: values.write ?? (isWhole && cards >= FULL.cards && certs >= FULL.certs),
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
