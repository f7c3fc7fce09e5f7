import type { Charge } from '@gcd/auth';
import type { Admission, Admissions } from '@gcd/auth/admission';
import { unavailable } from '@gcd/contracts';
import { withSpan } from '@gcd/traces';
import type { ThrottlerStorage } from '@nestjs/throttler';

/** What the limiter is told, and the whole admission beside it. */
export interface AdmissionRecord extends Awaited<ReturnType<ThrottlerStorage['increment']>> {
  readonly admission: Admission;
}

/** The limiter's storage: counts a call of an account by asking for its admission. */
export class AdmissionStorage implements ThrottlerStorage {
  constructor(private readonly admissions: Admissions) {}

  /**
   * @param account by number, as text
   * @param limit calls per second
   * @param charge the quota to charge as well; null: none
   */
  async increment(
    account: string,
    _ttl: number,
    limit: number,
    _blockDuration: number,
    _name: string,
    charge: Charge | null = null,
  ): Promise<AdmissionRecord> {
    let admission: Admission;
    try {
      admission = await withSpan(
        () => ({ name: 'admission', kind: 'client', attributes: {} }),
        () => this.admissions.admit(Number(account), limit, charge),
        ({ attributes }, { outcome }) => {
          attributes['gcd.admission'] = outcome;
        },
      );
    } catch (error) {
      throw unavailable('Requests cannot be counted right now. Try again soon.', error);
    }
    const isBlocked = admission.outcome === 'rate_limited';
    // The script tells whether the second is full, not how full: the only reader would be a header that we do not send.
    const totalHits = isBlocked ? limit + 1 : limit;
    return { totalHits, timeToExpire: 1, isBlocked, timeToBlockExpire: 1, admission };
  }
}
