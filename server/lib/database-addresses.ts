// The servers that a database's address names, as libpq reads it: with several hosts, whichever of
// them takes writes is the database, which changes at a failover.

export type DatabaseAddresses = {
  /** One address for each server, in the order given. */
  readonly urls: readonly string[];
  /** Only a server that takes writes will do: asked of each new connection. */
  readonly is_writer_sought: boolean;
};

// Of every engine, though not of the language: this folder has neither Node nor a browser.
declare const URL: { canParse(text: string): boolean };
declare const URLSearchParams: new (text: string) => { get(name: string): string | null };

const MOST_HOSTS = 16;
const SCHEME = /^postgres(?:ql)?:\/\//;
const TARGET = 'target_session_attrs';
/** The service always writes, so that a standby is of no use to it. */
const TARGETS = ['read-write', 'primary', 'any'];

/** The driver's own reading of an address without a host. */
const isReadable = (url: string) => URL.canParse(url.replace('@/', '@localhost/'));

/** Undefined if it is no address of PostgreSQL, or asks for something that is not supported. */
export function readDatabaseAddresses(text: string): DatabaseAddresses | undefined {
  const [scheme] = SCHEME.exec(text) ?? [];
  if (scheme === undefined || /\s/.test(text)) return undefined;
  const [authority = ''] = text.slice(scheme.length).split(/[/?#]/, 1);
  const end = scheme.length + authority.length;
  const from = scheme.length + authority.lastIndexOf('@') + 1;
  const [before, hosts, rest] = [text.slice(0, from), text.slice(from, end), text.slice(end)];
  const names = hosts.split(',', MOST_HOSTS + 1);
  if (names.length > MOST_HOSTS || (names.length > 1 && names.includes(''))) return undefined;
  const query_at = rest.indexOf('?');
  const query = new URLSearchParams(query_at < 0 ? '' : rest.slice(query_at));
  // Several servers are named as hosts, not as parameters.
  if (['host', 'port'].some((name) => query.get(name)?.includes(','))) return undefined;
  const target = query.get(TARGET);
  if (target !== null && !TARGETS.includes(target)) return undefined;
  const urls = names.map((name) => `${before}${name}${rest}`);
  if (!urls.every(isReadable)) return undefined;
  const is_writer_sought = names.length > 1 || (target !== null && target !== 'any');
  return { urls, is_writer_sought };
}
