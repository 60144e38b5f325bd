// Whether a database is a copy: compares what it recorded of its installation with what a process
// sees around it. A process on a copy sends nothing and changes nothing until the copy is adopted.

/** What a process sees; null: it is not told. */
export type Surroundings = {
  /** INSTALLATION. */
  readonly name: string | null;
  readonly public_url: string | null;
  /** Of the embedded PostgreSQL's DATA_DIR. */
  readonly place: string | null;
};

export const NO_SURROUNDINGS: Surroundings = { name: null, public_url: null, place: null };

/** What the connection shows. */
export type ServerSeen = {
  /** The same on all standbys, and in every base backup. */
  readonly system_id: string | null;
  readonly database_id: string;
  readonly server_started_at: number;
};

export type InstallationSeen = Surroundings & ServerSeen;

export type Installation = InstallationSeen & {
  readonly noted_at: number;
  readonly restored_at: number | null;
};

export const COPY_SIGNS = [
  'restored',
  'other_database',
  'other_name',
  'other_place',
  'other_address',
] as const;
export type CopySign = (typeof COPY_SIGNS)[number];

export type Copy = { readonly signs: readonly CopySign[]; readonly text: string };

const differ = <Value>(one: Value | null, other: Value | null): boolean =>
  one !== null && other !== null && one !== other;

/**
 * A failover, a move of the service, a pooler in between and a new domain change none of the first
 * four signs, and one thing at a time. Snapshots and base backups that are started elsewhere have
 * the database's identity: only with another address of the service on another start of the server
 * they are taken for what they are, unless INSTALLATION says that it is the same.
 */
const SIGNS: Readonly<Record<CopySign, (was: Installation, is: InstallationSeen) => boolean>> = {
  restored: ({ restored_at }) => restored_at !== null,
  other_database: (was, is) =>
    differ(was.system_id, is.system_id) || was.database_id !== is.database_id,
  other_name: (was, is) => differ(was.name, is.name),
  other_place: (was, is) => differ(was.place, is.place),
  other_address: (was, is) =>
    differ(was.public_url, is.public_url) &&
    was.server_started_at !== is.server_started_at &&
    (was.name === null || was.name !== is.name) &&
    // The embedded PostgreSQL starts with the service: there the folder tells what is a copy.
    (was.place === null || was.place !== is.place),
};

const WHY: Readonly<Record<CopySign, string>> = {
  restored: 'it was restored from a backup',
  other_database: 'PostgreSQL is another one',
  other_name: 'INSTALLATION is another name',
  other_place: 'DATA_DIR is a copy',
  other_address: 'PUBLIC_URL and the server of PostgreSQL are others',
};

/** Null if the database is the installation's own. */
export function judgeCopy(was: Installation, is: InstallationSeen): Copy | null {
  const signs = COPY_SIGNS.filter((sign) => SIGNS[sign](was, is));
  if (signs.length === 0) return null;
  const named = [was.name, was.public_url].filter((one) => one !== null);
  const original = named.length === 0 ? 'another installation' : named.join(', ');
  const why = signs.map((sign) => WHY[sign]).join(', ');
  const text = `This is a copy of the database of ${original}: ${why}.`;
  return { signs, text };
}

/** What is recorded of a database that is no copy; null if nothing is new. */
export function noteOf(was: Installation, is: InstallationSeen): InstallationSeen | null {
  const seen: InstallationSeen = {
    name: is.name ?? was.name,
    public_url: is.public_url ?? was.public_url,
    place: is.place ?? was.place,
    system_id: is.system_id ?? was.system_id,
    database_id: is.database_id,
    // Whoever does not know the address has not compared it, so the start stays comparable.
    server_started_at:
      is.public_url === null && was.public_url !== null
        ? was.server_started_at
        : is.server_started_at,
  };
  const is_same = (Object.keys(seen) as (keyof InstallationSeen)[]).every(
    (key) => seen[key] === was[key],
  );
  return is_same ? null : seen;
}
