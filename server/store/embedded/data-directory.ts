// Creates the data directory of embedded PostgreSQL at the first start and checks it at later ones.

import { randomBytes } from 'node:crypto';
import { chmod, chown, lchown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';
import { type Owner, syncFolder, writeAtomically } from './atomic-file.ts';
import { type Binaries, POSTGRES_MAJOR } from './binaries.ts';
import { programError } from './program-errors.ts';
import { HERE, type ProgramContext, runProgram } from './run-program.ts';

/** The service's role, and the name of the database. */
export const ROLE = 'payment_orders';
/** The migration role, which owns the database and all tables. Neither role is a superuser. */
export const OWNER_ROLE = 'payment_orders_owner';

/** In DATA_DIR, readable by the user of the service only. */
export const PASSWORD_FILES = {
  service: 'postgres-password',
  owner: 'postgres-owner-password',
} as const;

/**
 * The socket accepts only these two roles: a superuser can connect only in single-user mode, with
 * the server stopped.
 */
const ACCESS_RULES = `# The roles that may connect, each with its password.
local ${ROLE} ${ROLE} scram-sha-256
local ${ROLE} ${OWNER_ROLE} scram-sha-256
`;

const UNFINISHED = 'postgres.unfinished';

export type Passwords = { service: string; owner: string };

type Directory = { data_dir: string; user: Owner | undefined; binaries: Binaries };

/** Throws if that cannot be told. */
export function fileExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function checkMajor(postgres_dir: string): Promise<void> {
  const version = await readFile(join(postgres_dir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version?.trim() === String(POSTGRES_MAJOR)) return;
  if (version === undefined) {
    throw new StartupError(
      `${postgres_dir} is not a PostgreSQL data directory (no readable file PG_VERSION there): ` +
        'move it away or restore a backup there, or set DATA_DIR to another folder.',
    );
  }
  throw new StartupError(
    `${postgres_dir} was made by PostgreSQL ${version.trim()}, ` +
      `this version brings ${POSTGRES_MAJOR}: ` +
      'make a backup with the version of the service that made it, then set DATA_DIR to a new ' +
      'folder and restore the backup there (docs/operate/upgrade.md).',
  );
}

/** Single-user mode needs no server, socket or password; each line is one statement. */
async function runSetup(
  place: ProgramContext,
  binaries: Binaries,
  database: string,
  lines: readonly string[],
): Promise<void> {
  const folder = HERE ?? place.folder;
  const { code, output } = await runProgram(
    binaries.postgres,
    ['--single', '-D', folder, database],
    place,
    `${lines.join('\n')}\n`,
  );
  if (code !== 0 || output.includes('ERROR:')) throw programError('set up', place.folder, output);
}

/** Creates the roles if they are missing and sets these passwords. */
function setRoles(passwords: Passwords): string[] {
  const roles = [
    [ROLE, passwords.service],
    [OWNER_ROLE, passwords.owner],
  ] as const;
  return roles.flatMap(([role, password]) => [
    `do $$ begin create role ${role}; exception when duplicate_object then null; end $$`,
    `alter role ${role} login password '${password}'`,
  ]);
}

/**
 * A restored directory may have lost its passwords, or have one role that owns everything. The data
 * are not changed.
 */
async function repairRoles(
  { user, binaries }: Directory,
  postgres_dir: string,
  passwords: Passwords,
): Promise<void> {
  const place = { folder: postgres_dir, user };
  await runSetup(place, binaries, ROLE, [
    ...setRoles(passwords),
    `reassign owned by ${ROLE} to ${OWNER_ROLE}`,
    `grant connect on database ${ROLE} to ${ROLE}`,
  ]);
}

async function fill(
  unfinished: string,
  { data_dir, user, binaries }: Directory,
  passwords: Passwords,
): Promise<void> {
  await mkdir(unfinished, { mode: 0o700 });
  if (user !== undefined) await chown(unfinished, user.uid, user.gid);
  const place = { folder: unfinished, user };
  const { code, output } = await runProgram(
    binaries.initdb,
    [
      `--pgdata=${HERE ?? unfinished}`,
      '--username=postgres',
      '--data-checksums',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--auth=reject',
    ],
    place,
  );
  if (code !== 0) throw programError('create', join(data_dir, 'postgres'), output);
  await runSetup(place, binaries, 'postgres', [
    ...setRoles(passwords),
    `create database ${ROLE} owner ${OWNER_ROLE}`,
    `revoke all on database ${ROLE} from public`,
    `grant connect on database ${ROLE} to ${ROLE}`,
  ]);
  await writeAtomically(join(unfinished, 'pg_hba.conf'), ACCESS_RULES, user);
}

async function create(directory: Directory, passwords: Passwords): Promise<void> {
  const unfinished = join(directory.data_dir, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true }); // Left by an interrupted start.
  try {
    await fill(unfinished, directory, passwords);
    // Renamed at the end: only a complete directory ever has the final name.
    await rename(unfinished, join(directory.data_dir, 'postgres'));
    await syncFolder(directory.data_dir);
  } finally {
    await rm(unfinished, { recursive: true, force: true }); // A failed one would keep a disk full.
  }
}

/**
 * A backup restored by root belongs to root. The folder itself is changed last, so that an
 * interrupted change is repeated.
 */
async function giveTo(user: Owner, postgres_dir: string): Promise<void> {
  for (const path of await readdir(postgres_dir, { recursive: true })) {
    await lchown(join(postgres_dir, path), user.uid, user.gid);
  }
  await chown(postgres_dir, user.uid, user.gid);
}

async function readPassword(file: string): Promise<string | undefined> {
  if (!(await fileExists(file))) return undefined;
  const text = (await readFile(file, 'utf8')).trim();
  return text === '' ? undefined : text;
}

async function allowRoles(postgres_dir: string, user: Owner | undefined): Promise<void> {
  const file = join(postgres_dir, 'pg_hba.conf');
  if ((await readFile(file, 'utf8').catch(() => '')) === ACCESS_RULES) return;
  await writeAtomically(file, ACCESS_RULES, user);
}

/** Makes DATA_DIR/postgres ready to be served; returns the passwords of the roles. */
export async function prepareDataDirectory(directory: Directory): Promise<Passwords> {
  const { data_dir, user } = directory;
  const postgres_dir = join(data_dir, 'postgres');
  const files = {
    service: join(data_dir, PASSWORD_FILES.service),
    owner: join(data_dir, PASSWORD_FILES.owner),
  };
  const known = {
    service: await readPassword(files.service),
    owner: await readPassword(files.owner),
  };
  const passwords = {
    service: known.service ?? randomBytes(32).toString('hex'),
    owner: known.owner ?? randomBytes(32).toString('hex'),
  };
  const keep = async () => {
    await writeAtomically(files.service, `${passwords.service}\n`);
    await writeAtomically(files.owner, `${passwords.owner}\n`);
  };
  if (!(await fileExists(postgres_dir))) {
    await keep();
    await create(directory, passwords);
    return passwords;
  }
  await checkMajor(postgres_dir);
  const { uid } = await stat(postgres_dir);
  if (user !== undefined && uid !== user.uid) await giveTo(user, postgres_dir);
  await chmod(postgres_dir, 0o700);
  await allowRoles(postgres_dir, user);
  if (known.service === undefined || known.owner === undefined) {
    await repairRoles(directory, postgres_dir, passwords);
    await keep();
  }
  return passwords;
}
