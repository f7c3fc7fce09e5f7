import { DATASET_CHANGED } from '@gcd/contracts';
import { type ConnectionState, watchConnection } from '@gcd/service';
import type { NatsConnection } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import { toText } from './envelope.js';

/** A successful answer without the envelope around it. */
export interface KeptAnswer {
  readonly payload: Uint8Array | string;
  readonly pagination: string | undefined;
  readonly etag: string;
}

/** An answer that is older than this is not given, should the news of a load be lost. */
const KEPT_MS = 5000;
/** Larger answers would drive out many. */
const LARGEST_BYTES = 16_384;
/** What an entry takes beside its key and payload. */
const ENTRY_BYTES = 512;

/** Answers of operations that may be a little old, until the data changes. */
export class KeptAnswers {
  private readonly answers: LRUCache<string, KeptAnswer> | null;
  private readonly connection: ConnectionState;
  private changes = 0;

  /** @param bytes that all of them may take; 0: none is kept */
  constructor(nats: NatsConnection, bytes: number) {
    this.answers =
      bytes > 0 ? new LRUCache({ maxSize: bytes, ttl: KEPT_MS, ttlResolution: 50 }) : null;
    this.connection = watchConnection(nats);
    nats.subscribe(DATASET_CHANGED, { callback: () => this.drop() });
  }

  /** A moment, to be told when an answer that was asked for at it is kept. */
  get now(): number {
    return this.changes;
  }

  /** @returns undefined when there is none, or when changes might go unheard */
  find(key: string): KeptAnswer | undefined {
    return this.connection.isUp ? this.answers?.get(key) : undefined;
  }

  /** Keeps an answer, unless the data has changed since it was asked for. */
  keep(key: string, answer: KeptAnswer, askedAt: number): void {
    const { payload } = answer;
    if (!this.answers || askedAt !== this.changes || payload.length > LARGEST_BYTES) return;
    // As text, and so as a copy: the payload is a part of all that came from NATS at once.
    const text = typeof payload === 'string' ? payload : toText(payload);
    const size = ENTRY_BYTES + 2 * (key.length + text.length);
    this.answers.set(key, { ...answer, payload: text }, { size });
  }

  private drop(): void {
    this.changes += 1;
    this.answers?.clear();
  }
}
