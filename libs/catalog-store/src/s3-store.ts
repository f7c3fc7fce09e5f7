import { setTimeout as pause } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BuildDescription, CatalogStore, DownloadHeaders } from './store.js';
import { MAX_VERSIONS, nextMoment, type StoredVersion, versionOf } from './version.js';

// Size of a chunk in bytes. One request reads one chunk. For reads of up to 1 MiB, the response time of object storage
// hardly depends on the size.
const CHUNK_BYTES = 1024 * 1024;
/** Size of the parts of an upload in bytes. S3 allows 10,000 parts. */
const PART_BYTES = 8 * 1024 * 1024;
// Timeout in milliseconds for a read, short enough for two attempts within a request's timeout.
const READ_TIMEOUT_MS = 1500;
const WRITE_TIMEOUT_MS = 60_000;
const [MAX_LIST_READS, LIST_PAUSE_MS] = [5, 100];

/** An S3 bucket. The properties are named after the environment variables. */
export interface S3Settings {
  /** URL of the bucket, such as `https://s3.example.com/catalogs` or `https://catalogs.s3.example.com`. */
  readonly CATALOGS_S3_URL: string;
  readonly AWS_REGION: string;
}

/**
 * Stores catalog builds in an S3-compatible bucket. A build is the object `NAME/VERSION.csv.gz`, which never
 * changes. `NAME/builds.json` lists the finished builds. Readers need only `s3:GetObject`. The client library finds the
 * credentials: in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or by the identity of the workload.
 */
export class S3CatalogStore implements CatalogStore {
  private readonly reader: S3Client;
  private readonly writer: S3Client;
  private readonly bucket: string;

  constructor({ CATALOGS_S3_URL, AWS_REGION }: S3Settings) {
    const { bucket, endpoint, forcePathStyle } = addressOf(CATALOGS_S3_URL);
    this.bucket = bucket;
    const client = (requestTimeout: number): S3Client =>
      new S3Client({
        endpoint,
        forcePathStyle,
        region: AWS_REGION,
        maxAttempts: 2,
        requestHandler: { connectionTimeout: READ_TIMEOUT_MS, requestTimeout },
        // Other stores than that of AWS do not know the newer checksums.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      });
    this.reader = client(READ_TIMEOUT_MS);
    this.writer = client(WRITE_TIMEOUT_MS);
  }

  async versions(name: string): Promise<readonly StoredVersion[]> {
    for (let attempt = 1; ; attempt += 1) {
      const list = await this.read(listOf(name));
      try {
        return list ? JSON.parse(Buffer.from(list).toString()) : [];
      } catch (error) {
        // Some stores show an object before its last byte has been written.
        if (attempt === MAX_LIST_READS) throw error;
        await pause(LIST_PAUSE_MS);
      }
    }
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
    const params = {
      ...this.object(objectOf(name, version)),
      Body: ReadableStream.from(file),
      ContentType: 'application/gzip',
    };
    await new Upload({ client: this.writer, params, partSize: PART_BYTES }).done();
    const stored = { ...describe(), version, builtAt, chunkBytes: CHUNK_BYTES };
    if (!(await this.isWhole(name, stored))) {
      throw new Error(`${objectOf(name, version)} is not complete`);
    }
    return stored;
  }

  async isWhole(name: string, { version, gzipBytes }: StoredVersion): Promise<boolean> {
    const head = new HeadObjectCommand(this.object(objectOf(name, version)));
    const found = await this.writer.send(head).catch((error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    });
    return found?.ContentLength === gzipBytes;
  }

  async publish(name: string, stored: StoredVersion): Promise<void> {
    const versions = [stored, ...(await this.versions(name))].slice(0, MAX_VERSIONS);
    await this.writer.send(
      new PutObjectCommand({
        ...this.object(listOf(name)),
        Body: JSON.stringify(versions),
        ContentType: 'application/json',
      }),
    );
  }

  async removeOthers(name: string): Promise<void> {
    const versions = await this.versions(name);
    const kept = new Set([listOf(name), ...versions.map(({ version }) => objectOf(name, version))]);
    const list = new ListObjectsV2Command({ Bucket: this.bucket, Prefix: `${name}/` });
    const { Contents: objects = [] } = await this.writer.send(list);
    for (const { Key = '' } of objects) {
      if (!kept.has(Key)) await this.writer.send(new DeleteObjectCommand(this.object(Key)));
    }
  }

  signedUrl(
    name: string,
    { version }: StoredVersion,
    seconds: number,
    { type, encoding, disposition }: DownloadHeaders,
  ): Promise<string> {
    const command = new GetObjectCommand({
      ...this.object(objectOf(name, version)),
      ResponseContentType: type,
      ResponseContentEncoding: encoding,
      ResponseContentDisposition: disposition,
    });
    return getSignedUrl(this.reader, command, { expiresIn: seconds });
  }

  async chunk(
    name: string,
    { version, gzipBytes, chunkBytes }: StoredVersion,
    index: number,
  ): Promise<Uint8Array | null> {
    const key = objectOf(name, version);
    const start = index * chunkBytes;
    const end = Math.min(start + chunkBytes, gzipBytes);
    const bytes = await this.read(key, `bytes=${start}-${end - 1}`);
    if (bytes && bytes.length !== end - start)
      throw new Error(`chunk ${index} of ${key} is corrupt`);
    return bytes;
  }

  /** Reads an object. @returns null if it does not exist */
  private async read(key: string, range?: string): Promise<Uint8Array | null> {
    try {
      const { Body: body } = await this.reader.send(
        new GetObjectCommand({ ...this.object(key), Range: range }),
      );
      return (await body?.transformToByteArray()) ?? null;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  private object(Key: string) {
    return { Bucket: this.bucket, Key };
  }
}

/** Splits the URL of a bucket, which is the last part of the path or the first part of the host name. */
function addressOf(bucketUrl: string) {
  const url = new URL(bucketUrl);
  const [bucket, ...path] = url.pathname.split('/').filter(Boolean).reverse();
  if (bucket) {
    const endpoint = [url.origin, ...path.reverse()].join('/');
    return { bucket, endpoint, forcePathStyle: true };
  }
  const [first = '', ...host] = url.host.split('.');
  return { bucket: first, endpoint: `${url.protocol}//${host.join('.')}`, forcePathStyle: false };
}

function objectOf(name: string, version: string): string {
  return `${name}/${version}.csv.gz`;
}

function listOf(name: string): string {
  return `${name}/builds.json`;
}

function isNotFound(error: unknown): boolean {
  return error instanceof NoSuchKey || (error instanceof Error && error.name === 'NotFound');
}
