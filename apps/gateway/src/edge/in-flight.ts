import { ApiError } from '@gcd/contracts';

/** Limits the requests to services that are in flight. Cached responses, refusals and whatever is not the API take no slot. */
export class InFlight {
  private total = 0;

  /** @param max more are refused at once */
  constructor(private readonly max: number) {}

  /** How many there are. */
  get count(): number {
    return this.total;
  }

  /** Does work in a slot. @throws ApiError `internal_error` (503) when there is none */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.total >= this.max) {
      throw new ApiError('internal_error', 'The API is overloaded. Try again.', { status: 503 });
    }
    this.total += 1;
    try {
      return await work();
    } finally {
      this.total -= 1;
    }
  }
}
