// The program `archive`: writes closed months into signed files, lists, verifies, compares and
// notes them, removes them from the database, and shows what they have about a trade, an order or
// a bank line.
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { FOUND_BY, type FoundBy, findInArchive } from '../app/archive/find-in-archive.ts';
import type { HistoryOn } from '../app/archive/history-goes-on.ts';
import { readArchiveHead } from '../app/archive/read-archive.ts';
import type { SecondCopy } from '../app/archive/removal-files.ts';
import { verifyArchive } from '../app/archive/verify-archive.ts';
import { type HistoryCheck, verifyHistory } from '../app/archive/verify-history.ts';
import {
  type ArchiveManifest,
  archiveName,
  monthOfArchive,
} from '../domain/archive/archive-document.ts';
import { differingOf } from '../domain/archive/removal.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { masterKeyThere } from '../settings/master-key.ts';
import { listArchives } from '../store/archive/archive-files.ts';
import { openColumnsWith, openRecord } from '../store/archive/open-columns.ts';
import { ARCHIVE_USAGE } from './archives/archive-usage.ts';
import {
  archiveSummary,
  tellCheck,
  tellComparison,
  tellHistory,
  tellMade,
  tellNoted,
} from './archives/tell-archives.ts';
import { tellRemoval, tellRemoving } from './archives/tell-removal.ts';
import { secondsSince } from './backup-tools.ts';
import { requireOneDatabase } from './cells/one-database.ts';
import { withLocalApp, withOwnerApp } from './local-app.ts';
import { requireDatabase } from './require-database.ts';
import { failProcess } from './run-process.ts';

const OPTIONS = {
  month: { type: 'string' },
  to: { type: 'string' },
  'leave-open': { type: 'boolean' },
  open: { type: 'boolean' },
  database: { type: 'boolean' },
  'public-key': { type: 'string', multiple: true },
  copy: { type: 'string' },
  'copy-hash': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

type Given = ReturnType<typeof parse>;

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });

const print = (text: string) => void process.stdout.write(text);
const printJson = (body: unknown) => print(`${JSON.stringify(body)}\n`);

function folderOf({ to }: Given['values'], config: Config): string {
  const folder = to ?? config.archive_dir;
  if (folder !== undefined) return resolve(folder);
  throw new StartupError('Set ARCHIVE_DIR, or give the folder with --to.');
}

async function make(config: Config, wish: { month: string; folder: string; leave_open: boolean }) {
  await requireDatabase(config);
  const tell = (kind: string, records: number) => {
    if (process.stderr.isTTY) process.stderr.write(`${records} ${kind}\n`);
  };
  return await withLocalApp(config, async (app) => {
    const { makeArchive } = await import('../app/archive/make-archive.ts');
    return await makeArchive(app, { ...wish, tell });
  });
}

async function runMake({ values }: Given): Promise<void> {
  const { month = '', json = false, 'leave-open': leave_open = false } = values;
  const started_ms = performance.now();
  const config = requireOneDatabase(readConfig(process.env), 'archive');
  const made = await make(config, { month, folder: folderOf(values, config), leave_open });
  if (json) printJson(made);
  else tellMade(made, secondsSince(started_ms));
}

async function runList({ values }: Given): Promise<void> {
  const folder = folderOf(values, readConfig(process.env));
  const archives: { file: string; manifest: ArchiveManifest }[] = [];
  for (const name of await listArchives(folder)) {
    const { manifest } = await readArchiveHead(join(folder, name));
    archives.push({ file: join(folder, name), manifest });
  }
  if (values.json === true) printJson({ archives });
  else if (archives.length === 0) print(`There is no archive in ${folder}.\n`);
  else for (const { file, manifest } of archives) print(`${file}\n${archiveSummary(manifest)}`);
}

const isFoundBy = (text: string | undefined): text is FoundBy =>
  FOUND_BY.some((name) => name === text);

async function runShow({ values, positionals }: Given): Promise<void> {
  const [, file = '', by, id = ''] = positionals;
  const { manifest } = await readArchiveHead(file);
  if (!isFoundBy(by)) {
    print(`${archiveSummary(manifest)}${JSON.stringify(manifest, null, 2)}\n`);
    return;
  }
  const found = await findInArchive(file, by, id);
  if (found.length === 0) throw new StartupError(`There is no ${by} ${id} in ${file}.`);
  if (values.open !== true) {
    for (const record of found) printJson(record);
    return;
  }
  const key = await masterKeyThere(readConfig(process.env));
  const open = openColumnsWith(key, manifest.data_keys);
  for (const record of found) printJson(openRecord(open, record));
}

const tellName = (name: string) => {
  if (process.stderr.isTTY) process.stderr.write(`${name}\n`);
};

async function historyOn(check: HistoryCheck): Promise<HistoryOn> {
  const config = requireOneDatabase(readConfig(process.env), 'archive');
  await requireDatabase(config);
  return await withLocalApp(config, async (app) => {
    const { verifyHistoryGoesOn } = await import('../app/archive/history-goes-on.ts');
    return await verifyHistoryGoesOn(app, check);
  });
}

/** The months of a folder as one history, and on request what the database has after them. */
async function runHistory(folder: string, values: Given['values']): Promise<void> {
  const check = await verifyHistory(folder, values['public-key'], tellName);
  const on = values.database === true ? await historyOn(check) : null;
  if (values.json === true) printJson({ ...check, ok: check.ok && on?.ok !== false, database: on });
  else tellHistory(check, on);
  if (!check.ok || on?.ok === false) process.exitCode = 1;
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;

async function runVerify({ values, positionals }: Given): Promise<void> {
  const [, file = ''] = positionals;
  if (await isFolder(file)) return await runHistory(file, values);
  if (values.database === true) {
    throw new StartupError('--database needs the folder of all archives, not one file.');
  }
  const check = await verifyArchive(file, values['public-key']);
  if (values.json === true) printJson(check);
  else tellCheck(check);
  if (!check.ok) process.exitCode = 1;
}

async function runCompare({ values, positionals }: Given): Promise<void> {
  const [, file = ''] = positionals;
  const config = readConfig(process.env);
  await requireDatabase(config);
  const master_key = await masterKeyThere(config);
  const compared = await withLocalApp(config, async (app) => {
    const { compareArchive } = await import('../app/archive/compare-with-database.ts');
    return await compareArchive(app, file, {
      master_key,
      public_keys: values['public-key'] ?? [],
    });
  });
  if (values.json === true) printJson(compared);
  else tellComparison(compared);
  if (!compared.ok) process.exitCode = 1;
}

async function runNote({ values, positionals }: Given): Promise<void> {
  const [, file = ''] = positionals;
  const config = requireOneDatabase(readConfig(process.env), 'archive');
  await requireDatabase(config);
  const master_key = await masterKeyThere(config);
  const noted = await withLocalApp(config, async (app) => {
    const { noteArchive } = await import('../app/archive/note-archive.ts');
    return await noteArchive(app, file, { master_key, public_keys: values['public-key'] ?? [] });
  });
  if (values.json === true) printJson(noted);
  else tellNoted(noted);
  if (!noted.ok) process.exitCode = 1;
}

/** A month is the file of that name in the folder of archives. */
function removedFile({ values, positionals }: Given, config: Config): string {
  const [, named = ''] = positionals;
  const name = archiveName(named);
  return monthOfArchive(name) === null ? named : join(folderOf(values, config), name);
}

const HASH = /^[0-9a-f]{64}$/i;

function secondCopy({ copy, 'copy-hash': hash = '' }: Given['values']): SecondCopy {
  if (copy !== undefined) return { file: copy };
  if (HASH.test(hash)) return { sha256: hash };
  throw new StartupError('--copy-hash has to be the SHA-256 of the copy: 64 hex digits.');
}

async function runRemove(given: Given): Promise<void> {
  const { values } = given;
  const config = requireOneDatabase(readConfig(process.env), 'archive');
  await requireDatabase(config);
  const wish = {
    file: removedFile(given, config),
    copy: secondCopy(values),
    master_key: await masterKeyThere(config),
    public_keys: values['public-key'] ?? [],
    tell: tellRemoving,
  };
  const removed = await withOwnerApp(config, async (app) => {
    const { removeMonth } = await import('../app/archive/remove-month.ts');
    return await removeMonth(app, wish);
  });
  if (values.json === true) printJson(removed);
  else tellRemoval(removed);
  if (differingOf(removed.counts) > 0) process.exitCode = 1;
}

const ACTS: Readonly<Record<string, (given: Given) => Promise<void>>> = {
  make: runMake,
  list: runList,
  show: runShow,
  verify: runVerify,
  compare: runCompare,
  note: runNote,
  remove: runRemove,
};

/** The numbers of words that each act may have, itself included. */
const WORDS: Readonly<Record<string, readonly number[]>> = {
  make: [1],
  list: [1],
  show: [2, 4],
  verify: [2],
  compare: [2],
  note: [2],
  remove: [2],
};

function fits({ values, positionals }: Given): boolean {
  const [act = '', , by] = positionals;
  if (WORDS[act]?.includes(positionals.length) !== true) return false;
  if (act === 'make') return values.month !== undefined;
  if (act === 'remove') return (values.copy === undefined) !== (values['copy-hash'] === undefined);
  return act !== 'show' || by === undefined || isFoundBy(by);
}

function readGiven(args: readonly string[]): Given | null {
  try {
    const given = parse(args);
    if (given.values.help !== true && fits(given)) return given;
    process[given.values.help === true ? 'stdout' : 'stderr'].write(ARCHIVE_USAGE);
    process.exitCode = given.values.help === true ? 0 : 2;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(ARCHIVE_USAGE);
    process.exitCode = 2;
  }
  return null;
}

const given = readGiven(process.argv.slice(2));
if (given !== null) ACTS[given.positionals[0] ?? '']?.(given).catch(failProcess);
