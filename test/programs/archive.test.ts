// `archive` as an operator runs it: make, list, show, verify and compare, with exit codes; and a
// process that is killed while it writes.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { machineEnvironment } from '../../bench/harness/machine-environment.ts';
import { makeProof } from '../../server/app/proof/make-proof.ts';
import { listProofKeys } from '../../server/app/proof/proof-keys.ts';
import { listArchives, workFolder } from '../../server/store/archive/archive-files.ts';
import { type ArchiveScene, openArchiveScene } from '../app/archive/archive-scene.ts';
import * as scene from '../app/scene.ts';
import { noonDay, setToNoonAfter } from '../support/noon.ts';
import { makeMerchant, openTestApp, type TestApp } from '../support/test-app.ts';

let archives: ArchiveScene;
let folder: string;
before(async () => {
  archives = await openArchiveScene();
  folder = join(archives.folder, 'made');
  await mkdir(folder);
});
after(() => archives.stop());

const settings = ({ database, master_key }: TestApp) => ({
  ...machineEnvironment(),
  DATA_DIR: join(archives.folder, 'data'),
  DATABASE_URL: database.serving_url,
  MIGRATION_DATABASE_URL: database.url,
  ENCRYPTION_KEY: Buffer.from(master_key).toString('base64'),
  ARCHIVE_DIR: folder,
});

type Ran = { code: string | number | null | undefined; out: string; err: string };

const archiveOf = (service: TestApp, ...args: readonly string[]) =>
  new Promise<Ran>((resolve) => {
    const given = ['server/programs/archive.ts', ...args];
    execFile(process.execPath, given, { env: settings(service) }, (error, out, err) =>
      resolve({ code: error === null ? 0 : error.code, out, err }),
    );
  });
const archive = (...args: readonly string[]) => archiveOf(archives.service, ...args);

const file = () => join(folder, `archive-${archives.month}.jsonl.gz`);
/** By the machine's own clock the trades of the scene are not final. */
const make = () => ['make', '--month', archives.month, '--leave-open'];

describe('a process that is killed while it writes', () => {
  it('leaves no file that is not whole, and the next one writes it', async () => {
    const given = ['server/programs/archive.ts', ...make()];
    const killed = spawn(process.execPath, given, {
      env: settings(archives.service),
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => killed.once('close', resolve));
    while (killed.exitCode === null && !existsSync(workFolder(folder, archives.month))) {
      await sleep(2);
    }
    killed.kill('SIGKILL');
    await ended;
    for (const name of await listArchives(folder)) {
      equal((await archive('verify', join(folder, name))).code, 0);
    }
    const again = await archive(...make());
    equal(again.code, 0, again.err);
    ok(!existsSync(workFolder(folder, archives.month)));
    equal((await archive('verify', file())).code, 0);
  });
});

describe('archive', () => {
  it('makes a month once, and says what it is', async () => {
    const refused = await archive('make', '--month', archives.month);
    equal(refused.code, 1);
    match(refused.err, /\d trades whose last event was in .* may still change/);
    const again = await archive(...make());
    equal(again.code, 0, again.err);
    match(again.out, /There already, the same bytes/);
    match(again.out, /\d trades were still open\. Records: \d+ proof, 2 book, \d+ entry/);
    const listed = await archive('list', '--json');
    equal(JSON.parse(listed.out).archives[0].manifest.month, archives.month);
    match((await archive('list', '--to', join(folder, 'none'))).out, /There is no archive in/);
  });

  it('verifies with a key that was told, and says so if none was', async () => {
    const { keys } = await listProofKeys(archives.app);
    const known = await archive('verify', file(), '--public-key', keys[0]?.public_key ?? '');
    match(known.out, /The file is right\.\n$/);
    const alone = await archive('verify', file());
    match(alone.out, /The file is right\.\nOnly the file itself tells the key/);
    const lines = await archives.linesOf(file());
    const last = lines.at(-1) ?? '';
    const changed = await archives.writeLines('changed.gz', lines.with(-1, `${last} `));
    const wrong = await archive('verify', changed);
    equal(wrong.code, 1);
    match(wrong.out, /the hash differs\nThe file is NOT right/);
    const shown = await archive('show', changed, 'line', 'none');
    equal(shown.code, 1);
    match(shown.err, /is damaged: line: the hash differs/);
  });

  it('compares with the database, and changes nothing', async () => {
    const same = await archive('compare', file());
    equal(same.code, 0, same.err);
    match(same.out, /^proof: \d+ the same\nbook: 2 the same\nentry: \d+ the same\n/);
    match(
      same.out,
      /trade: 0 the same\nThe database has all of \d{4}-\d\d as the file has it\.\n$/,
    );
    // Each program of the owner takes these rights away again.
    const set = async (bank_id: string) => {
      await archives.service.allowChanges('bank_lines');
      await scene.sql(archives.app, `update bank_lines set bank_id = ${bank_id}`);
    };
    await set(`'other'`);
    const other = await archive('compare', file());
    equal(other.code, 1);
    match(other.out, /line: 0 the same, \d changed\n/);
    match(other.out, /bank line [0-9a-f-]{36} has changed\nThe database has .* NOT as the file/);
    await set('null');
    equal(JSON.parse((await archive('compare', file(), '--json')).out).ok, true);
    const lines = await archives.linesOf(file());
    const cut = await archives.writeLines('short.gz', lines.slice(0, -1));
    match((await archive('compare', cut)).out, /NOT right, so nothing was compared/);
  });

  it('verifies a folder as one history, and that the database goes on with it', async () => {
    await scene.fund(archives.app, archives.shop.merchant_id, 100);
    const { keys } = await listProofKeys(archives.app);
    const key = ['--public-key', keys[0]?.public_key ?? ''];
    const whole = await archive('verify', folder, '--database', ...key);
    equal(whole.code, 0, whole.err + whole.out);
    match(
      whole.out,
      /^archive-.*: \d+ entries, up to the proof of .*, right\n {2}SHA-256 [0-9a-f]{64}/,
    );
    match(whole.out, /The files are one history, after the proof of .*, up to the proof of /);
    match(whole.out, /The database goes on with them from the proof of .* to now: \d+ entries/);
    const files = JSON.parse((await archive('verify', folder, '--json')).out);
    equal(files.files[0].manifest.month, archives.month);
    equal(files.database, null);
    match((await archive('verify', folder)).out, /Only the files themselves tell the keys/);
    const copy = join(folder, 'copy.jsonl.gz');
    await copyFile(file(), copy);
    const twice = await archive('verify', folder);
    equal(twice.code, 1);
    match(twice.out, /: it is there twice\nThe files are NOT one history\.\n/);
    await rm(copy);
    const set = async (sign: string) => {
      await archives.service.allowChanges('ledger_entries');
      await scene.sql(
        archives.app,
        `update ledger_entries set entered_at = entered_at ${sign} interval '1 second'
         where entry_number = (select max(entry_number) from ledger_entries e
           where e.merchant_id = ledger_entries.merchant_id)`,
      );
    };
    await set('+');
    const other = await archive('verify', folder, '--database', '--json');
    equal(other.code, 1);
    equal(JSON.parse(other.out).ok, false);
    match(
      (await archive('verify', folder, '--database')).out,
      /the chain is broken\nThe database does NOT go on with them from the proof of /,
    );
    await set('-');
    match((await archive('verify', file(), '--database')).err, /needs the folder of all archives/);
    const none = join(archives.folder, 'empty');
    await mkdir(none);
    match((await archive('verify', none)).err, /There is no archive in/);
  });

  it('notes a month with its file, once, if the database has what the file has', async () => {
    const service = await openTestApp();
    const { app } = service;
    try {
      setToNoonAfter(0, app);
      const { merchant_id } = await makeMerchant(app);
      await scene.fund(app, merchant_id, 700);
      const days = Array.from({ length: 40 }, (_, day) => day);
      const month = noonDay().slice(0, 7);
      setToNoonAfter(days.find((day) => !noonDay(day).startsWith(month)) ?? 0, app);
      equal((await makeProof(app, { role: 'service', id: null })).kind, 'made');
      const own = join(folder, 'own');
      const made = await archiveOf(service, 'make', '--month', month, '--to', own);
      equal(made.code, 0, made.err);
      const path = join(own, `archive-${month}.jsonl.gz`);
      const noted = await archiveOf(service, 'note', path);
      match(noted.out, /^.* is noted, with 2 sums\.\nSHA-256 [0-9a-f]{64}\n$/);
      match((await archiveOf(service, 'note', path)).out, /was noted before, with this file\./);
      const told = JSON.parse((await archiveOf(service, 'note', path, '--json')).out);
      deepEqual([told.ok, told.is_new, told.month], [true, false, month]);
      equal((await archiveOf(service, 'verify', own, '--database')).code, 0);
      await service.allowChanges('adjustments');
      await scene.sql(app, `update adjustments set reason = reason || 'X'`);
      const refused = await archiveOf(service, 'note', path);
      equal(refused.code, 1);
      match(refused.out, /has changed\nThe database has .* so nothing was noted\.\n$/);
    } finally {
      await service.stop();
    }
  });

  it('notes no month from which trades were left out', async () => {
    const noted = await archive('note', file());
    equal(noted.code, 1);
    match(noted.err, /\d trades were left out of this archive of .*: make it anew/);
  });

  it('shows a bank line, encrypted or decrypted', async () => {
    const line = (await archives.linesOf(file())).map((text) => JSON.parse(text)).at(-1).line;
    const sealed = await archive('show', file(), 'line', line.bank_line_id);
    equal(sealed.out.trimEnd().split('\n').length, 3);
    ok(!sealed.out.includes('From Asha'));
    const opened = await archive('show', file(), 'line', line.bank_line_id, '--open');
    match(opened.out, /From Asha/);
    const none = await archive('show', file(), 'trade', line.bank_line_id);
    equal(none.code, 1);
    match(none.err, /There is no trade/);
  });

  it('shows its usage, with exit code 2 for what it does not know', async () => {
    equal((await archive('--help')).code, 0);
    for (const wrong of [[], ['make'], ['show'], ['show', 'x', 'customer', 'y'], ['verify']]) {
      const ran = await archive(...wrong);
      equal(ran.code, 2, wrong.join(' '));
      match(ran.err, /^Usage: payment-orders archive make/);
    }
  });
});
