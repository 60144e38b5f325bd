// The two places of a move with their connections, and what the command knows of both.
import { readDatabaseAddresses } from '../../lib/database-addresses.ts';
import { isRecord } from '../../lib/is-record.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type Database, openDatabase } from '../../store/connection/database.ts';
import { connectClient } from '../../store/connection/servers.ts';
import type { PlaceUrls } from '../../store/moving/move-records.ts';

type Client = Awaited<ReturnType<typeof connectClient>>;

export type Tell = (line: string) => void;

export type Places = {
  /** Both as the role that owns the tables. */
  readonly left: Client;
  readonly arrived: Client;
  /** The new place once more, for what needs the service's own types. */
  readonly db: Database;
  /** The role that will serve in the new place; null if it is the owner. */
  readonly serving_role: string | null;
  close(): Promise<void>;
};

/** Without user, password and options. */
export function placeWords(url: string): string {
  // Of several servers the first one names the place.
  const [first = url] = readDatabaseAddresses(url)?.urls ?? [];
  const { hostname, port, pathname, searchParams } = new URL(first.replace('@/', '@localhost/'));
  const host = searchParams.get('host') ?? hostname;
  const at = port === '' ? '' : `:${port}`;
  return `${host}${at}${pathname}`;
}

const codeOf = (error: unknown): string =>
  isRecord(error) && typeof error.code === 'string' ? ` (${error.code})` : '';

/** No error of the driver is shown: it may repeat a part of the address. */
export async function connectPlace(url: string, what: string): Promise<Client> {
  const ignore = () => undefined;
  return await connectClient({ connectionString: url }, ignore).catch((error: unknown) => {
    const sentence = `${what} (${placeWords(url)}) cannot be reached${codeOf(error)}.`;
    throw new StartupError(sentence, { cause: error });
  });
}

async function roleAt(url: string): Promise<string> {
  const client = await connectPlace(url, '--to');
  try {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role');
    return rows[0]?.role ?? '';
  } finally {
    await client.end();
  }
}

export async function connectPlaces(
  left_url: string,
  { url, owner_url }: PlaceUrls,
): Promise<Places> {
  const left = await connectPlace(left_url, 'The place that the cell leaves');
  try {
    const serving_role = url === owner_url ? null : await roleAt(url);
    const arrived = await connectPlace(owner_url, 'The new place');
    const db = openDatabase({
      connection: { connectionString: owner_url },
      max_connections: 1,
      onIdleError: () => undefined,
    });
    return {
      ...{ left, arrived, db, serving_role },
      async close() {
        await Promise.allSettled([left.end(), arrived.end(), db.close()]);
      },
    };
  } catch (error) {
    await left.end();
    throw error;
  }
}
