// Whose the port is: the primary's while no worker can answer, which says so; else the workers'.
import type { Config } from '../config.ts';
import { type Listener, listen } from '../http/transport/listener.ts';

export type Port = {
  readonly number: number;
  /** Resolves when the workers may listen. */
  give(): Promise<void>;
  /** No worker is left: requests are answered 503 until there is one again. */
  take(): Promise<void>;
  close(): Promise<void>;
};

/** Throws a StartupError where the port or the address cannot be had. */
export async function openPort(config: Config): Promise<Port> {
  const { host, public_url } = config;
  const first = await listen(host, config.port, public_url);
  const number = first.port;
  let holder: Listener | null = first;
  // One step after the other: who gives waits until it was taken, and the other way round.
  let turn: Promise<void> = Promise.resolve();
  const next = (step: () => Promise<void> | void): Promise<void> => {
    turn = turn.then(step, step);
    return turn;
  };
  const letGo = (): Promise<void> => {
    const given = holder;
    holder = null;
    // It does not listen from this moment on; what it still answers need not be waited for.
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
