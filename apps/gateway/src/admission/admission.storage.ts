import type { Charge } from '@gcd/auth';
import { type Admission, Admissions } from '@gcd/auth/admission';
import { unavailable } from '@gcd/contracts';
import { withSpan } from '@gcd/traces';
import { Injectable } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';

/** The record that the throttler expects from its storage, plus the admission that the record is derived from. */
export interface AdmissionRecord extends Awaited<ReturnType<ThrottlerStorage['increment']>> {
  readonly admission: Admission;
}

/** Storage of the rate limiter. Checking a request against the rate limit also charges the account's quota. */
@Injectable()
export class AdmissionStorage implements ThrottlerStorage {
  constructor(private readonly admissions: Admissions) {}

  /**
   * Checks the rate limit of an account and charges a quota.
   * @param account account number, as a string
   * @param limit maximum number of requests per second
   * @param charge the quota to charge; null if the request is not charged
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
    // The outcome of an admission shows only whether the limit is exceeded. The throttler would use the exact number of
    // requests only for a header that the API does not send.
    const totalHits = isBlocked ? limit + 1 : limit;
    return { totalHits, timeToExpire: 1, isBlocked, timeToBlockExpire: 1, admission };
  }
}
