// Who listens on the port: the primary while no worker can answer, which then answers 503;
// otherwise the workers.

import { type Listener, listen } from '../http/transport/listener.ts';
import type { Config } from '../settings/config.ts';

export type Port = {
  readonly number: number;
  /** Resolves when the workers may listen. */
  give(): Promise<void>;
  /** No worker is left: the primary answers 503 until there is one again. */
  take(): Promise<void>;
  close(): Promise<void>;
};

/** Throws a StartupError if the port or the address is not available. */
export async function openPort(config: Config): Promise<Port> {
  const { host, public_url } = config;
  const first = await listen(host, config.port, public_url);
  const number = first.port;
  let holder: Listener | null = first;
  // One step after the other: giving waits for a taking under way, and vice versa.
  let turn: Promise<void> = Promise.resolve();
  const next = (step: () => Promise<void> | void): Promise<void> => {
    turn = turn.then(step, step);
    return turn;
  };
  const letGo = (): Promise<void> => {
    const given = holder;
    holder = null;
    // It stops listening at this moment; answers still under way need not be awaited.
    return given === null ? Promise.resolve() : given.close();
  };
  return {
    number,
    give: () => next(() => void letGo()),
    take: () =>
      next(async () => {
        holder ??= await listen(host, number, public_url);
      }),
    close: () => next(letGo),
  };
}
