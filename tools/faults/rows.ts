/**
 * The fault tests, by the numbers of their rows in the table of results. Each has a fault and the expected
 * behavior.
 */
export const ROWS = {
  '1': {
    fault: 'One of the two instances of each service is killed (`kill -9`), one service at a time',
    expected: '0 errors',
  },
  '2': {
    fault: 'Both instances of the certs service are killed and restarted after 2 s',
    expected:
      '503 for its operations only, within 50 ms (p99); good responses again within 1 s of the restart; 0 errors elsewhere',
  },
  '3': {
    fault:
      'One of the two instances of cards is paused (`SIGSTOP`) until the liveness probe from the manifests fails',
    expected: '0 errors; the probe fails within 15 s',
  },
  '4': {
    fault: 'One of the two gateways is killed (`kill -9`) and restarted after 2 s',
    expected: 'only requests on its connections are lost',
  },
  '4b': {
    fault:
      'One of the two gateways is paused for 5 s (`SIGSTOP`), behind a load balancer that checks readiness every 0.5 s',
    expected: '0 errors',
  },
  '5': {
    fault: 'Every process is stopped (`SIGTERM`) and restarted, one at a time, repeatedly',
    expected: '0 errors in 50,000 requests',
  },
  '6': {
    fault: 'NATS is killed and restarted after 1 s',
    expected:
      '503 until the restart; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
  },
  '7': {
    fault: 'NATS is killed and restarted after 30 s',
    expected:
      '503 until the restart; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
  },
  '7b': {
    fault: 'NATS is killed, then every process receives `SIGTERM`',
    expected: 'every process exits within 5 s',
  },
  '8': {
    fault: 'All packets between NATS and every process are dropped for 20 s',
    expected:
      '504 after 4 s until the outage is detected, within 10 s; then 503; good responses again within 1 s of the end of the outage',
  },
  '9': {
    fault: 'Redis is killed and restarted after 0.3 s',
    expected:
      '0 errors; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
  },
  '10': {
    fault: 'Redis is killed and restarted after 30 s',
    expected:
      '0 errors; good responses again within 1 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
  },
  '10b': {
    fault: 'Redis is killed under load at 70 % of capacity, from 50 accounts',
    expected: '0 errors; throughput at least 90 %; 0 over-admitted',
  },
  '10c': {
    fault: 'Redis is killed under load at 70 % of capacity, from a single account',
    expected: '0 errors; throughput at least 90 %; 0 over-admitted',
  },
  '11a': {
    fault: 'All packets between Redis and every process are dropped for 10 s',
    expected: '0 errors; 0 over-admitted',
  },
  '11b': {
    fault: 'All packets to and from Redis are delayed by 500 ms, for 10 s',
    expected: '0 errors; 0 over-admitted',
  },
  '14': {
    fault: 'PostgreSQL is killed and restarted after 2 s',
    expected:
      '503 until the restart for operations that read the database; good responses again within 2 s of the restart; 0 over-admitted, 0 changes lost; no process exits',
  },
  '15': {
    fault: 'All packets between PostgreSQL and every process are dropped for 10 s',
    expected:
      '503 or 504 within 4.5 s; 0 errors for grades, usage and catalogs; good responses again within 1 s of the end of the outage; 0 over-admitted',
  },
  '15b': {
    fault: 'Every PostgreSQL statement takes 1.5 s',
    expected: '0 errors; each request runs as many statements as without the delay',
  },
  '16': {
    fault: 'The certs table is locked for 10 s',
    expected: '503 or 504 for certs only; 0 errors for other operations',
  },
  '20': {
    fault: 'One of the two instances of search is paused for 20 s (`SIGSTOP`), then resumed',
    expected: '0 errors',
  },
  '22': {
    fault: "PostgreSQL's disk is full during an import",
    expected:
      'the import fails; 0 read errors; once the disk has space again, the import succeeds with no repair',
  },
  '23': {
    fault: "The disk with Redis' append-only file is full for 8 s",
    expected: '0 errors; 0 over-admitted',
  },
  '24': {
    fault: 'The disk with the logs is full for 20 s',
    expected: '0 errors; no process exits',
  },
  '25': {
    fault:
      "The clock of one gateway is a day ahead, and the other gateway's clock is 10 minutes behind",
    expected: '0 errors; 0 over-admitted; every `X-RateLimit-Reset` is correct',
  },
  '28': {
    fault:
      'On each gateway, one connection without a key pipelines 4 large downloads and 1,500 `OPTIONS` requests, and reads nothing for 15 s',
    expected: '0 errors for other clients; their p99 at most 3 times the p99 before, or 50 ms',
  },
  '29': {
    fault:
      'One gateway has 5,000 idle connections, and 1,000 that send one header per second, for 15 s',
    expected: '0 errors for other clients; the slow connections are closed after 10 s',
  },
  '30a': {
    fault:
      'One account sends 20 times the rate of its plan on 500 connections for 15 s, while another account sends 20 requests per second',
    expected:
      '99 % of the rejections of the loud account are `429`; 0 errors for the quiet account; its p99 at most 3 times that beside 500 idle connections',
  },
  '30b': {
    fault:
      'Load is 3 times the capacity for 10 s, from 50 accounts within their plans on 1,500 connections',
    expected:
      'goodput at least 85 % of the best rate; rejections within 1.2 s (p99); no timeouts; 0 errors later than 1 s after the load ends; each process stays within its memory limit in the manifests',
  },
  '31': {
    fault: 'One of the two instances of cards cannot allocate memory and exits',
    expected: '0 errors',
  },
  '33': {
    fault:
      'The previous version is upgraded to this version and then rolled back, services first, one process at a time',
    expected: 'every operation is served by any combination of versions; 0 errors',
  },
} as const;

/** The number of a fault test, which never changes and is never reused. */
export type RowNumber = keyof typeof ROWS;
