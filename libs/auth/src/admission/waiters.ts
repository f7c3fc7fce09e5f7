/** Requests that wait for the same quota lease. */
export interface Group {
  cost: number;
  readonly woken: Promise<true>;
  readonly wake: () => void;
}

/**
 * Tracks the requests that wait for a lease, in one group per quota. The requests of a group resume together, before
 * any later request can use their share of the lease.
 */
export class Waiters {
  private readonly groups = new Map<string, Group>();

  /** Adds a request to the group that waits for the next lease of a quota. */
  join(quota: string, cost: number): Group {
    const group = this.groups.get(quota) ?? newGroup();
    group.cost += cost;
    this.groups.set(quota, group);
    return group;
  }

  leave(quota: string, group: Group, cost: number): void {
    group.cost -= cost;
    if (group.cost === 0 && this.groups.get(quota) === group) this.groups.delete(quota);
  }

  /** Removes and returns the group that waits for a lease of a quota. Later requests form a new group. */
  take(quota: string): Group {
    const group = this.groups.get(quota) ?? newGroup();
    this.groups.delete(quota);
    return group;
  }
}

function newGroup(): Group {
  let wake = (): void => undefined;
  const woken = new Promise<true>((resolve) => {
    wake = () => resolve(true);
  });
  return { cost: 0, woken, wake };
}
