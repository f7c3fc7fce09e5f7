import { RAISE } from './admission.lua.js';
import { type RedisServer, Script } from './redis.server.js';

const SCRIPT = new Script(RAISE);
export const SHOWN_KEY = 'gcd:shown-version';

/** The newest data version that the change feed has shown to any client, as Redis knew it when it admitted a request. */
export interface ShownVersion {
  /** Identifies a period in which Redis has lost no data. Versions of different generations are not compared. */
  readonly generation: string;
  readonly version: number;
}

/** Like {@link ShownVersion}. The version is null if Redis does not know it, for example after a restart. */
export interface Shown {
  readonly generation: string;
  readonly version: number | null;
}

/** Raises the newest data version that the change feed has shown. Gateways share it through Redis. */
export class ShownVersionStore {
  constructor(private readonly server: RedisServer) {}

  /**
   * Raises the version to at least `version`, unless Redis does not know it.
   * @param generation generation in which the version may be raised; by default, any
   * @returns whether the version is now at least `version`
   */
  async raise(version: number, generation = ''): Promise<boolean> {
    return (await this.run(version, generation, false)) !== null;
  }

  /**
   * Sets the version of a generation, after Redis has lost it.
   * @param version a version that was read from the primary after Redis had replied that its version is unknown
   * @returns the version, which is higher if another gateway has raised it; null if it could not be set
   */
  async restore(version: number, generation: string): Promise<ShownVersion | null> {
    const restored = await this.run(version, generation, true);
    return restored === null ? null : { generation, version: restored };
  }

  private async run(version: number, generation: string, mayBeUnknown: boolean) {
    try {
      const values = [String(version), generation, mayBeUnknown ? '1' : ''];
      const raised = Number(await this.server.run(SCRIPT, [SHOWN_KEY], values));
      return raised < 0 ? null : raised;
    } catch {
      return null;
    }
  }
}
