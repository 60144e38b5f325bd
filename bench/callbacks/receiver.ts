// A receiver of callbacks in a process of its own, so that it does not share an event loop with the
// measuring process.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** In the order of arrival; the times are of `clock_ms`. */
export type Arrivals = { readonly ids: readonly string[]; readonly times_ms: readonly number[] };

export type ReceiverAsks =
  | { readonly kind: 'forget' }
  | { readonly kind: 'behave'; readonly is_well: boolean }
  | { readonly kind: 'await'; readonly count: number };

export type ReceiverTells =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'arrivals'; readonly arrivals: Arrivals };

export type ReceiverProcess = {
  readonly url: string;
  forget(): void;
  /** If well, it answers on silent and failing paths too; requests without an answer stay so. */
  behave(is_well: boolean): void;
  /** Waits for so many arrivals since the last `forget`; returns fewer if that takes too long. */
  arrivals(count: number, within_ms: number): Promise<Arrivals>;
  stop(): Promise<void>;
};

const PROGRAM = fileURLToPath(new URL('./receiver-main.ts', import.meta.url));

/** Milliseconds of the machine's monotonic clock, the same in all of its processes. */
export function clock_ms(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function told(child: ChildProcess, kind: ReceiverTells['kind']): Promise<ReceiverTells> {
  return new Promise((resolve, reject) => {
    const take = (message: unknown) => {
      const tells = message as ReceiverTells;
      if (tells.kind !== kind) return;
      child.off('message', take);
      child.off('close', fail);
      resolve(tells);
    };
    const fail = () => reject(new Error('The receiver of callbacks has ended'));
    child.on('message', take);
    child.once('close', fail);
  });
}

const ask = (child: ChildProcess, message: ReceiverAsks) => child.send(message);

async function arrivalsOf(child: ChildProcess, count: number, within_ms: number) {
  const answer = told(child, 'arrivals');
  ask(child, { kind: 'await', count });
  const impatience = setTimeout(() => ask(child, { kind: 'await', count: 0 }), within_ms);
  const message = await answer;
  clearTimeout(impatience);
  if (message.kind !== 'arrivals') throw new Error('The receiver told something else');
  return message.arrivals;
}

/** `host`: the address to listen on, if not only that of its own URL. */
export async function startReceiverProcess(options: {
  answer_after_ms: number;
  host?: string;
}): Promise<ReceiverProcess> {
  const { answer_after_ms, host = '127.0.0.1' } = options;
  const child = fork(PROGRAM, [String(answer_after_ms), host], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const ended = once(child, 'close');
  const listening = await told(child, 'listening');
  if (listening.kind !== 'listening') throw new Error('The receiver told something else');
  return {
    url: `http://127.0.0.1:${listening.port}/callbacks`,
    forget: () => void ask(child, { kind: 'forget' }),
    behave: (is_well) => void ask(child, { kind: 'behave', is_well }),
    arrivals: (count, within_ms) => arrivalsOf(child, count, within_ms),
    async stop() {
      // Closing the channel instead would wait for the end of a half-read message.
      child.kill();
      await ended;
    },
  };
}
