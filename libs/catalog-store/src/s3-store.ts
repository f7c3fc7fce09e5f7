import { S3mini, S3ServiceError } from 's3mini';
import type { BuildDescription, CatalogStore } from './store.js';
import { MAX_VERSIONS, nextMoment, type StoredVersion, versionOf } from './version.js';

// Size of a chunk in bytes. One request reads one chunk. For reads of up to 1 MiB, the response time of object storage
// hardly depends on the size.
const CHUNK_BYTES = 1024 * 1024;
// Timeout in milliseconds for a read, short enough for two attempts within a request's timeout.
const READ_TIMEOUT_MS = 1500;
const WRITE_TIMEOUT_MS = 60_000;

/** An S3 bucket and its credentials. The properties are named after the environment variables. */
export interface S3Settings {
  /** URL of the bucket, such as `https://s3.example.com/catalogs`. */
  readonly CATALOGS_S3_URL: string;
  readonly AWS_REGION: string;
  readonly AWS_ACCESS_KEY_ID: string;
  readonly AWS_SECRET_ACCESS_KEY: string;
}

/**
 * Stores catalog builds in an S3-compatible bucket. A build is the object `NAME/VERSION.csv.gz`, which never
 * changes. `NAME/builds.json` lists the finished builds. Readers need only `s3:GetObject`.
 */
export class S3CatalogStore implements CatalogStore {
  private readonly reader: S3mini;
  private readonly writer: S3mini;

  constructor(settings: S3Settings) {
    const bucket = {
      endpoint: settings.CATALOGS_S3_URL,
      region: settings.AWS_REGION,
      accessKeyId: settings.AWS_ACCESS_KEY_ID,
      secretAccessKey: settings.AWS_SECRET_ACCESS_KEY,
    };
    this.reader = new S3mini({ ...bucket, requestAbortTimeout: READ_TIMEOUT_MS });
    this.writer = new S3mini({ ...bucket, requestAbortTimeout: WRITE_TIMEOUT_MS });
  }

  async versions(name: string): Promise<readonly StoredVersion[]> {
    const list = await twice(() => this.reader.getObjectJSON<StoredVersion[]>(listOf(name)));
    return list ?? [];
  }

  async write(
    name: string,
    file: AsyncIterable<Buffer>,
    describe: () => BuildDescription,
  ): Promise<StoredVersion> {
    const [newest] = await this.versions(name);
    const builtAt = nextMoment(newest);
    const version = versionOf(builtAt);
    // The object becomes visible after its last part has been stored.
    await this.writer.putAnyObject(
      objectOf(name, version),
      ReadableStream.from(file),
      'application/gzip',
    );
    const stored = { ...describe(), version, builtAt, chunkBytes: CHUNK_BYTES };
    if (!(await this.isWhole(name, stored))) {
      throw new Error(`${objectOf(name, version)} is not complete`);
    }
    return stored;
  }

  async isWhole(name: string, { version, gzipBytes }: StoredVersion): Promise<boolean> {
    const key = objectOf(name, version);
    const objects = (await this.writer.listObjects('/', key)) ?? [];
    return objects.some((object) => object.Key === key && Number(object.Size) === gzipBytes);
  }

  async publish(name: string, stored: StoredVersion): Promise<void> {
    const versions = [stored, ...(await this.versions(name))].slice(0, MAX_VERSIONS);
    const { ok } = await this.writer.putObject(
      listOf(name),
      JSON.stringify(versions),
      'application/json',
    );
    if (!ok) throw new Error(`${listOf(name)} could not be written`);
  }

  async removeOthers(name: string): Promise<void> {
    const versions = await this.versions(name);
    const kept = new Set([listOf(name), ...versions.map(({ version }) => objectOf(name, version))]);
    const objects = (await this.writer.listObjects('/', `${name}/`)) ?? [];
    for (const { Key } of objects) {
      if (!kept.has(Key)) await this.writer.deleteObject(Key);
    }
  }

  signedUrl(
    name: string,
    { version }: StoredVersion,
    seconds: number,
    headers: Readonly<Record<string, string>>,
  ): Promise<string> {
    const overrides = Object.entries(headers).map(([header, value]) => [
      `response-${header}`,
      value,
    ]);
    const key = objectOf(name, version);
    return this.reader.getPresignedUrl('GET', key, seconds, Object.fromEntries(overrides));
  }

  async chunk(
    name: string,
    { version, gzipBytes, chunkBytes }: StoredVersion,
    index: number,
  ): Promise<Uint8Array | null> {
    const key = objectOf(name, version);
    const start = index * chunkBytes;
    const end = Math.min(start + chunkBytes, gzipBytes);
    try {
      return await twice(async () => {
        const response = await this.reader.getObjectRaw(key, false, start, end);
        const bytes = new Uint8Array(await response.arrayBuffer());
        if (bytes.length !== end - start) throw new Error(`chunk ${index} of ${key} is corrupt`);
        return bytes;
      });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }
}

/** Retries a failed read once, because object storage rejects some requests under load and expects clients to retry. */
async function twice<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (isNotFound(error)) throw error;
    return read();
  }
}

function objectOf(name: string, version: string): string {
  return `${name}/${version}.csv.gz`;
}

function listOf(name: string): string {
  return `${name}/builds.json`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof S3ServiceError && error.status === 404;
}
