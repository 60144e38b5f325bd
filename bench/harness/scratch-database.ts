// PostgreSQL of a test's or benchmark's own, in a folder of its own, under an address that several
// services can share.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '../../server/store/embedded/supervisor.ts';

export type ScratchDatabase = {
  /** As an operator would give one of their own. */
  readonly url: string;
  /** SIGKILL to the whole server; it is started again by itself. */
  kill(): void;
  stop(): Promise<void>;
};

const silent = () => undefined;

export async function scratchFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'payment-orders-'));
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

function urlOf({ host, port, user, password, database }: Embedded['connection']): string {
  const query = `host=${encodeURIComponent(host)}&port=${port}`;
  return `postgres://${user}:${encodeURIComponent(password)}@/${database}?${query}`;
}

const running = new Set<Embedded>();

/** What is told to end in the middle of its work leaves no server behind. */
export async function stopDatabases(): Promise<void> {
  await Promise.all([...running].map((embedded) => embedded.stop()));
}

export async function startDatabase(data_dir: string): Promise<ScratchDatabase> {
  const log = { info: silent, warn: silent, error: silent };
  const embedded = await startEmbedded({ data_dir, log });
  running.add(embedded);
  return {
    url: urlOf(embedded.connection),
    kill() {
      const process_id = embedded.processId();
      if (process_id !== undefined) process.kill(process_id, 'SIGKILL');
    },
    async stop() {
      running.delete(embedded);
      await embedded.stop();
    },
  };
}
