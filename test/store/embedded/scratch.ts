// A data directory for one test, with the helpers that tests of embedded PostgreSQL share.
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { type Embedded, startEmbedded } from '../../../server/store/embedded/supervisor.ts';

/** Closed to every other user, as a checkout owned by root may be. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'po-test-'));
  await chmod(folder, 0o700);
  return folder;
}

export type Told = { messages: string[]; info: Tell; warn: Tell; error: Tell };
type Tell = (message: string) => void;

export function listener(): Told {
  const messages: string[] = [];
  const tell = (message: string) => {
    messages.push(message);
  };
  return { messages, info: tell, warn: tell, error: tell };
}

/** Runs the work with a new data directory, which is removed afterwards. */
export async function withFolder(work: (data_dir: string) => Promise<void>): Promise<void> {
  const folder = await scratchFolder();
  try {
    const data_dir = join(folder, 'data');
    await mkdir(data_dir, { mode: 0o700 });
    await work(data_dir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function withServer<T>(
  data_dir: string,
  work: (embedded: Embedded, told: Told) => Promise<T>,
): Promise<T> {
  const told = listener();
  const embedded = await startEmbedded({ data_dir, log: told });
  try {
    return await work(embedded, told);
  } finally {
    await embedded.stop();
  }
}

/** Connects as the owner of everything, if that role is separate from the service's. */
export async function withClient<T>(
  { connection, owner = connection }: { connection: ClientConfig; owner?: ClientConfig },
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(owner);
  client.on('error', () => undefined); // The server may be killed on purpose.
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Waits as long as it takes; a test that waits for nothing ends by the runner's own limit. */
export async function until<T>(find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(10);
  }
}
