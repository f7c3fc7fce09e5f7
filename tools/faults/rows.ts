/** The rows of the table in `docs/reliability.md`, each with a fault and the expected behavior. */
export const ROWS = {
  '1': {
    fault:
      'One of two instances of each service is killed (`kill -9`), one service after the other',
    expected: '0 errors',
  },
  '2': {
    fault: 'Both instances of certs are killed, and started again after 2 s',
    expected:
      '503 for its operations only, within 50 ms (p99); good at most 1 s after the start; 0 errors elsewhere',
  },
  '3': {
    fault:
      'One of two instances of cards is stopped (`SIGSTOP`) until the liveness probe of the manifests fails',
    expected: '0 errors; the probe fails within 15 s',
  },
  '4': {
    fault: 'One of two gateways is killed (`kill -9`), and started again after 2 s',
    expected: 'only requests on its connections are lost',
  },
  '4b': {
    fault:
      'One of two gateways is stopped for 5 s (`SIGSTOP`), behind a balancer that checks readiness every 0.5 s',
    expected: '0 errors',
  },
  '5': {
    fault:
      'Every process is stopped (`SIGTERM`) and started again, one after the other, repeatedly',
    expected: '0 errors in 50,000 requests',
  },
  '6': {
    fault: 'NATS is killed, and started again after 1 s',
    expected:
      '503 meanwhile; good at most 1 s after the start; 0 over-admitted, 0 changes lost; no process exits',
  },
  '7': {
    fault: 'NATS is killed, and started again after 30 s',
    expected:
      '503 meanwhile; good at most 1 s after the start; 0 over-admitted, 0 changes lost; no process exits',
  },
  '7b': {
    fault: 'NATS is killed, then every process gets `SIGTERM`',
    expected: 'every process exits within 5 s',
  },
  '8': {
    fault: 'All packets between NATS and every process are dropped for 20 s',
    expected:
      '504 after 4 s until the outage is noticed, within 10 s; then 503; good at most 1 s after the network is back',
  },
  '9': {
    fault: 'Redis is killed, and started again after 0.3 s',
    expected:
      '0 errors; good at most 1 s after the start; 0 over-admitted, 0 changes lost; no process exits',
  },
  '10': {
    fault: 'Redis is killed, and started again after 30 s',
    expected:
      '0 errors; good at most 1 s after the start; 0 over-admitted, 0 changes lost; no process exits',
  },
  '10b': {
    fault: 'Redis is killed at 70 % of capacity, with 50 accounts',
    expected: '0 errors; throughput at least 90 %; 0 over-admitted',
  },
  '10c': {
    fault: 'Redis is killed at 70 % of capacity, with one account that makes all requests',
    expected: '0 errors; throughput at least 90 %; 0 over-admitted',
  },
  '11a': {
    fault: 'All packets between Redis and every process are dropped for 10 s',
    expected: '0 errors; 0 over-admitted',
  },
  '11b': {
    fault: 'All packets to and from Redis take 500 ms for 10 s',
    expected: '0 errors; 0 over-admitted',
  },
  '14': {
    fault: 'PostgreSQL is killed, and started again after 2 s',
    expected:
      '503 meanwhile for what reads the database; good at most 2 s after the start; 0 over-admitted, 0 changes lost; no process exits',
  },
  '15': {
    fault: 'All packets between PostgreSQL and every process are dropped for 10 s',
    expected:
      '503 or 504 within 4.5 s; 0 errors for grades, usage and catalogs; good at most 1 s after the network is back; 0 over-admitted',
  },
  '15b': {
    fault: 'PostgreSQL takes 1.5 s for each statement',
    expected: '0 errors; each request runs as many statements as without the delay',
  },
  '16': {
    fault: 'The table of certs is locked for 10 s',
    expected: '503 or 504 for certs only; 0 errors for other operations',
  },
  '17': {
    fault: 'A migration alters `cards` while the transaction of an import is open for 8 s',
    expected: '0 errors; reads take at most 500 ms; the migration runs after the import',
  },
  '20': {
    fault: 'One of two instances of search is stopped for 20 s (`SIGSTOP`), then continued',
    expected: '0 errors',
  },
  '22': {
    fault: 'The disk of PostgreSQL is full during an import',
    expected:
      'the import fails, 0 read errors; with space again the import passes without a repair',
  },
  '23': {
    fault: "The disk of Redis' append-only file is full for 8 s",
    expected: '0 errors; 0 over-admitted',
  },
  '24': {
    fault: 'The disk of the logs is full for 20 s',
    expected: '0 errors; no process exits',
  },
  '25': {
    fault: 'The clock of one gateway is a day ahead, that of the other 10 minutes behind',
    expected: '0 errors; 0 over-admitted; every `X-RateLimit-Reset` is right',
  },
  '28': {
    fault:
      'One connection without a key pipelines 4 large downloads and 1,500 `OPTIONS`, and reads nothing for 15 s; one to each gateway',
    expected: '0 errors for others; their p99 at most 3 times as high as before, or 50 ms',
  },
  '29': {
    fault:
      '5,000 idle connections and 1,000 that send one header per second, to one gateway, for 15 s',
    expected: '0 errors for others; the slow connections are closed after 10 s',
  },
  '30a': {
    fault: '3 times the capacity for 10 s, from 50 accounts on 3,000 connections',
    expected:
      'goodput at least 90 % of the best rate; p99 of good responses at most 3 times the p99 at half load; refusals within 50 ms (p99); no timeouts; 0 errors later than 2 s after the load ends; each process within the memory limit of the manifests',
  },
  '30b': {
    fault: '10 times the capacity for 10 s, from 50 accounts on 3,000 connections',
    expected: 'the same',
  },
  '30c': {
    fault:
      'One account at 10 times its fair share, on 3,000 connections, beside another account at 20 requests per second',
    expected:
      '0 errors for the other account; its p99 at most 50 % higher than with the first account at its fair share',
  },
  '31': {
    fault: 'One of two instances of cards cannot allocate memory and exits',
    expected: '0 errors',
  },
  '33': {
    fault:
      'The previous version is replaced by this version and comes back, services first, one process after the other',
    expected: 'every operation is served by any combination of versions; 0 errors',
  },
} as const;

/** The number of a row, which never changes and is never reused. */
export type RowNumber = keyof typeof ROWS;
