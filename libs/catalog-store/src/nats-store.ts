import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
} from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { Objm, StorageType } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import type { BuildDescription, CatalogStore } from './store.js';
import { MAX_VERSIONS, nextMoment, type StoredVersion, versionOf } from './version.js';

const POINTERS = 'catalogs';
const POINTER_STREAM = `KV_${POINTERS}`;
const OBJECT = 'catalog.csv.gz';
const BUILD_STREAMS = 'OBJ_catalog-';
const CHUNK_BYTES = 128 * 1024;
const TIMEOUT_MS = 2000;
// Timeout in milliseconds for a write. It is long, because a busy disk may take seconds to flush pending writes.
const WRITE_TIMEOUT_MS = 10_000;

export interface NatsCatalogStoreOptions {
  /** Number of NATS servers that store each build. The default is 1. */
  readonly replicas?: number;
  /** Timeout in milliseconds for a request to JetStream. */
  readonly timeoutMs?: number;
}

/**
 * Stores catalog builds in NATS. Each build is an object in its own bucket, so removing a build is a single step. A
 * chunk's number is also its sequence number in the bucket's stream, so one request reads any chunk. A key-value bucket
 * lists the finished builds of each catalog.
 */
export class NatsCatalogStore implements CatalogStore {
  private readonly js: JetStreamClient;
  private manager: Promise<JetStreamManager> | undefined;

  private readonly replicas: number;

  constructor(connection: NatsConnection, options: NatsCatalogStoreOptions = {}) {
    this.replicas = options.replicas ?? 1;
    this.js = jetstream(connection, { timeout: options.timeoutMs ?? TIMEOUT_MS });
  }

  async versions(name: string): Promise<readonly StoredVersion[]> {
    const jsm = await this.streams();
    // Every server with a copy may respond, also while the servers elect a leader.
    const read = jsm.direct.getMessage(POINTER_STREAM, {
      last_by_subj: `$KV.${POINTERS}.${name}`,
    });
    // NATS 2.9 does not respond if the stream does not exist, so check that at the same time.
    const checked = this.exists(POINTER_STREAM).then(
      (exists) => (exists ? read : null),
      () => read,
    );
    const message = await Promise.race([read.catch(() => checked), checked]);
    return message?.json<StoredVersion[]>() ?? [];
  }

  async write(
    name: string,
    file: AsyncIterable<Buffer>,
    describe: () => BuildDescription,
  ): Promise<StoredVersion> {
    const [newest] = await this.versions(name);
    const builtAt = nextMoment(newest);
    const version = versionOf(builtAt);
    const bucket = bucketOf(name, version);
    const store = await new Objm(this.js).create(bucket, {
      storage: StorageType.File,
      replicas: this.replicas,
    });
    try {
      await store.put(
        { name: OBJECT, options: { max_chunk_size: CHUNK_BYTES } },
        ReadableStream.from(file),
        { timeout: WRITE_TIMEOUT_MS },
      );
      const stored = { ...describe(), version, builtAt, chunkBytes: CHUNK_BYTES };
      if (!(await this.isWhole(name, stored))) throw new Error(`${bucket} is not complete`);
      return stored;
    } catch (error) {
      await store.destroy().catch(() => undefined);
      throw error;
    }
  }

  async isWhole(name: string, stored: StoredVersion): Promise<boolean> {
    try {
      const jsm = await this.streams();
      const { state } = await jsm.streams.info(streamOf(bucketOf(name, stored.version)));
      // After the chunks, the stream contains one more message, which describes the object.
      const messages = Math.ceil(stored.gzipBytes / stored.chunkBytes) + 1;
      return (
        [state.first_seq, state.last_seq, state.messages].join() === `1,${messages},${messages}`
      );
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Implements {@link CatalogStore.publish}. @throws Error if another build was published at the same time */
  async publish(name: string, stored: StoredVersion): Promise<void> {
    const pointers = await new Kvm(this.js).create(POINTERS, { replicas: this.replicas });
    const pointer = await pointers.get(name);
    const older = pointer?.json<StoredVersion[]>() ?? [];
    const versions = [stored, ...older].slice(0, MAX_VERSIONS);
    await pointers.put(name, JSON.stringify(versions), {
      previousSeq: pointer?.revision ?? 0,
    });
  }

  async removeOthers(name: string): Promise<void> {
    const versions = await this.versions(name);
    const kept = new Set(versions.map(({ version }) => streamOf(bucketOf(name, version))));
    const ours = streamOf(bucketOf(name, ''));
    const jsm = await this.streams();
    for await (const { config } of jsm.streams.list()) {
      const { name: stream } = config;
      if (stream.startsWith(ours) && !kept.has(stream)) await jsm.streams.delete(stream);
    }
  }

  /**
   * Gives existing builds the number of replicas configured for new ones. Call this method last, because a stream may
   * not respond while its number of replicas changes.
   */
  async replicate(): Promise<void> {
    const jsm = await this.streams();
    for await (const { config } of jsm.streams.list()) {
      const isOurs = config.name === POINTER_STREAM || config.name.startsWith(BUILD_STREAMS);
      if (isOurs && config.num_replicas !== this.replicas) {
        await jsm.streams.update(config.name, { num_replicas: this.replicas });
      }
    }
  }

  async chunk(name: string, stored: StoredVersion, index: number): Promise<Uint8Array | null> {
    const bucket = bucketOf(name, stored.version);
    const jsm = await this.streams();
    const message = await jsm.direct
      .getMessage(streamOf(bucket), { seq: index + 1 })
      .catch(async (error: unknown) => {
        if (await this.isWhole(name, stored)) throw error;
        return null;
      });
    if (!message) return null;
    const size = Math.min(stored.chunkBytes, stored.gzipBytes - index * stored.chunkBytes);
    if (message.data.length !== size || !message.subject.startsWith(`$O.${bucket}.C.`)) {
      throw new Error(`chunk ${index} of ${bucket} is corrupt`);
    }
    return message.data;
  }

  private async exists(stream: string): Promise<boolean> {
    try {
      await (await this.streams()).streams.info(stream);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  private streams(): Promise<JetStreamManager> {
    this.manager ??= this.js.jetstreamManager(false);
    return this.manager;
  }
}

function bucketOf(name: string, version: string): string {
  return `catalog-${name}-${version}`;
}

/** Returns the name of the stream in which NATS stores an object bucket. */
function streamOf(bucket: string): string {
  return `OBJ_${bucket}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}
