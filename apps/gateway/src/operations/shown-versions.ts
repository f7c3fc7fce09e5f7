import { type Admission, Admissions, type ShownVersion } from '@gcd/auth/admission';
import { DATASET_CHANGED, type DatasetChanged } from '@gcd/contracts';
import { ServicePool } from '@gcd/database/pool';
import { NATS, onEvent } from '@gcd/nats/client';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable } from '@nestjs/common';

const DATA_VERSION = {
  name: 'data-version',
  text: 'select version::float8 as version from dataset',
};

/**
 * The newest data version that the change feed has shown, which responses must reflect. Redis stores it, and the
 * admission of each request returns it.
 */
@Injectable()
export class ShownVersions {
  /** The version that is being restored, and the generation in which Redis does not know it. */
  private restoring: { generation: string; version: Promise<ShownVersion | null> } | null = null;

  constructor(
    private readonly pool: ServicePool,
    private readonly admissions: Admissions,
    @Inject(NATS) nats: NatsConnection,
  ) {
    // Without this event, an import takes effect for cached responses only when they expire, or when the feed shows it.
    onEvent<DatasetChanged>(nats, DATASET_CHANGED, (event) => {
      if (event) void this.admissions.shownVersion.raise(event.version);
    });
  }

  /**
   * Returns the version that the response to an admitted request must reflect. If Redis has lost it, restores it from
   * the primary.
   * @returns null if it is unknown, so that only the primary is certain to reflect it
   */
  async of(admission: Admission | undefined): Promise<ShownVersion | null> {
    if (!admission?.shown) return null;
    const { generation, version } = admission.shown;
    if (version !== null) return { generation, version };
    // A restore that has begun in the same generation reads everything that was shown before: later pages are shown only
    // if Redis knows their version.
    if (this.restoring?.generation === generation) return this.restoring.version;
    const restoring = { generation, version: this.restore(generation) };
    this.restoring = restoring;
    const restored = await restoring.version;
    if (this.restoring === restoring) this.restoring = null;
    return restored;
  }

  /**
   * Records that a page of the feed is about to be shown.
   * @param version data version of the page
   * @param admitted version that the admission of the request returned
   * @returns whether the page may be shown
   */
  async show(version: number, admitted: ShownVersion | null): Promise<boolean> {
    if (!admitted) return false;
    if (version <= admitted.version) return true;
    return this.admissions.shownVersion.raise(version, admitted.generation);
  }

  private async restore(generation: string): Promise<ShownVersion | null> {
    try {
      const [row] = await this.pool.rows<{ version: number }>(DATA_VERSION);
      return row ? await this.admissions.shownVersion.restore(row.version, generation) : null;
    } catch {
      return null;
    }
  }
}
