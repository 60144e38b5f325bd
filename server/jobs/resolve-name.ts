// Looks up the addresses of a receiver's name, so that a name server that does not answer delays
// nobody else.
import { lookup, Resolver } from 'node:dns/promises';

export type NameLookup = (name: string) => Promise<readonly string[]>;

const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/** The machine's own look-up, with its hosts file, as somebody who tries a local shop expects. */
export async function lookUpOnMachine(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map((found) => found.address);
}

/**
 * Asks the name servers directly. The machine's own look-up blocks one of Node's four worker
 * threads while it waits: four names with silent servers would stop every other look-up and file
 * access.
 */
export function createDnsLookup(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'> = createResolver(),
): NameLookup {
  return async (name) => {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const failed = answers.find((one) => one.status === 'rejected');
    if (found.length === 0 && failed !== undefined) throw failed.reason;
    return found;
  };
}

function createResolver(): Resolver {
  return new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
}

/** Concurrent callbacks to one name share a look-up; its result is not cached. */
export function shareLookups(lookUp: NameLookup): NameLookup {
  const running = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const known = running.get(name);
    if (known !== undefined) return known;
    const asked = lookUp(name).finally(() => running.delete(name));
    running.set(name, asked);
    return asked;
  };
}
