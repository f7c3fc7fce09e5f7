import type { Catalog, CatalogFile } from '@gcd/contracts';
import {
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
} from '@nats-io/jetstream';
import { type KvEntry, Kvm } from '@nats-io/kv';
import { Objm, StorageType } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { nextMoment, type StoredVersion, versionOf } from './version.js';

const POINTERS = 'catalogs';
const POINTER_STREAM = `KV_${POINTERS}`;
const OBJECT = 'catalog.csv.gz';
const BUILD_STREAMS = 'OBJ_catalog-';
const CHUNK_BYTES = 128 * 1024;
const MAX_VERSIONS = 3;
const TIMEOUT_MS = 2000;
// A disk may take long to write what has piled up.
const WRITE_TIMEOUT_MS = 10_000;

/** How a store writes. */
export interface CatalogStoreOptions {
  /** How many NATS servers keep each build; 1 when absent. */
  readonly replicas?: number;
  /** How long a request to JetStream may take. */
  readonly timeoutMs?: number;
}

/** The name under which the builds of a file are stored. */
export function storedName(catalog: Catalog, file: CatalogFile): string {
  return file === 'cards' ? catalog : `${file}-${catalog}`;
}

/**
 * Built catalogs in NATS. Each build is one object in a bucket of its own, so that it can be removed whole, and so that its chunks have
 * the numbers 1, 2, 3 … in the stream behind the bucket: any of them is one question away. Which builds of a catalog are finished
 * stands under its name in a key-value bucket, written once a build is complete.
 */
export class CatalogStore {
  private readonly js: JetStreamClient;
  private manager: Promise<JetStreamManager> | undefined;

  private readonly replicas: number;

  constructor(connection: NatsConnection, options: CatalogStoreOptions = {}) {
    this.replicas = options.replicas ?? 1;
    this.js = jetstream(connection, { timeout: options.timeoutMs ?? TIMEOUT_MS });
  }

  /** The finished builds of a catalog that are kept, the newest first. */
  async versions(name: string): Promise<readonly StoredVersion[]> {
    return versionsIn(await this.pointer(name));
  }

  /**
   * Stores a build. Nobody sees it before it is published.
   * @param file the gzip file, piece by piece
   * @param describe tells what was written, when all of it was
   * @throws Error when it could not be stored; then nothing is left of it
   */
  async write(
    name: string,
    file: AsyncIterable<Buffer>,
    describe: () => Omit<StoredVersion, 'version' | 'builtAt' | 'chunkBytes'>,
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

  /** Whether all of a build is there. */
  async isWhole(name: string, stored: StoredVersion): Promise<boolean> {
    try {
      const jsm = await this.streams();
      const { state } = await jsm.streams.info(streamOf(bucketOf(name, stored.version)));
      // The message after the chunks describes the object.
      const messages = Math.ceil(stored.gzipBytes / stored.chunkBytes) + 1;
      return (
        [state.first_seq, state.last_seq, state.messages].join() === `1,${messages},${messages}`
      );
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /**
   * Makes a build the newest one. The two before it stay, for those who are downloading them.
   * @throws Error when another build was published at the same time
   */
  async publish(name: string, stored: StoredVersion): Promise<void> {
    const pointers = await new Kvm(this.js).create(POINTERS, { replicas: this.replicas });
    const pointer = await pointers.get(name);
    const versions = [stored, ...versionsIn(pointer)].slice(0, MAX_VERSIONS);
    await pointers.put(name, JSON.stringify(versions), {
      previousSeq: pointer?.revision ?? 0,
    });
  }

  /** Removes what is stored of a catalog and neither finished nor kept. Only to be called while nobody writes to it. */
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
   * Gives what is stored as many replicas as new builds get. To be called last: while its replicas change, a stream may not respond.
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

  /**
   * One chunk of the gzip file of a build.
   * @param index of the chunk, from 0
   * @returns null when that build is not there any more
   */
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
      throw new Error(`chunk ${index} of ${bucket} is not what was written`);
    }
    return message.data;
  }

  private async pointer(name: string): Promise<KvEntry | null> {
    try {
      const pointers = await new Kvm(this.js).open(POINTERS);
      return await pointers.get(name);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  private streams(): Promise<JetStreamManager> {
    this.manager ??= this.js.jetstreamManager(false);
    return this.manager;
  }
}

function versionsIn(pointer: KvEntry | null): readonly StoredVersion[] {
  return pointer?.operation === 'PUT' ? pointer.json<StoredVersion[]>() : [];
}

function bucketOf(name: string, version: string): string {
  return `catalog-${name}-${version}`;
}

/** The stream behind an object bucket. */
function streamOf(bucket: string): string {
  return `OBJ_${bucket}`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === JetStreamApiCodes.StreamNotFound;
}
