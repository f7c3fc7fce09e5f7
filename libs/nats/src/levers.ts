import { LEVERS_CHANGED, type Levers as Values } from '@gcd/contracts/events';
import { ServicePool } from '@gcd/database/pool';
import { Health, registerGauges } from '@gcd/process';
import type { NatsConnection } from '@nats-io/transport-node';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { NATS } from './connection.js';
import { onEvent } from './events.js';

/** The levers that operators have set with `admin levers`. Read at start and after a lost connection to NATS. */
@Injectable()
export class Levers implements OnModuleInit {
  private values: Values = {};
  private events = 0;

  constructor(
    @Inject(NATS) private readonly nats: NatsConnection,
    private readonly pool: ServicePool,
    private readonly health: Health,
  ) {
    const help = 'Levers that are set: the number of slots, or 0 for a feature that is off.';
    registerGauges('gcd_lever', help, 'lever', () =>
      Object.fromEntries(Object.keys(this.values).map((name) => [name, this.number(name) ?? 0])),
    );
  }

  onModuleInit(): void {
    onEvent<Values>(this.nats, LEVERS_CHANGED, (values) => {
      if (!values) return;
      this.values = values;
      this.events += 1;
    });
    this.health.requireUseOf('levers', () => this.read());
    void this.watch();
  }

  /** The value of a lever as a number; undefined if the lever is not set. */
  number(name: string): number | undefined {
    const value = this.values[name];
    return value === undefined ? undefined : Number(value) || 0;
  }

  isOff(name: string): boolean {
    return this.values[name] === 'off';
  }

  private async read(): Promise<void> {
    const { events } = this;
    const rows = await this.pool.rows<{ name: string; value: string }>({
      name: 'levers',
      text: 'select name, value from levers',
    });
    // An event that arrived meanwhile is at least as new as the rows.
    if (events !== this.events) return;
    this.values = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  private async watch(): Promise<void> {
    for await (const { type } of this.nats.status()) {
      // If PostgreSQL is unavailable too, the levers stay as they are.
      if (type === 'reconnect') await this.read().catch(() => undefined);
    }
  }
}
