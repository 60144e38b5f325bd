// Months are noted as archived in their order, each with one file, and only if the database has
// what the file has; verify and the folder's verification hold the file to it.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { verifyHistoryGoesOn } from '../../../server/app/archive/history-goes-on.ts';
import { makeArchive } from '../../../server/app/archive/make-archive.ts';
import { noteArchive, noteMonth } from '../../../server/app/archive/note-archive.ts';
import { verifyHistory } from '../../../server/app/archive/verify-history.ts';
import { showMonth } from '../../../server/app/ledger/show-month.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import { archiveHash } from '../../../server/store/archive/archive-files.ts';
import { readArchivedMonths } from '../../../server/store/archive/archived-months.ts';
import { findGaps } from '../../../server/store/proof/book-gaps.ts';
import { setToNoonAfter } from '../../support/noon.ts';
import { accepted } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { endsMonth, type HistoryScene, monthOfDay, openHistoryScene } from './history-scene.ts';

const DAYS = Array.from({ length: 130 }, (_, day) => day);
const [FIRST = '', SECOND = '', THIRD = '', FOURTH = ''] = new Set(DAYS.map(monthOfDay));

let history: HistoryScene;
before(async () => {
  const of = (day: number) => day === 0 || day % 7 === 0 || endsMonth(day);
  const days = DAYS.filter((day) => monthOfDay(day) < FOURTH).filter(of);
  history = await openHistoryScene(days, [FIRST, SECOND, THIRD]);
});
after(() => history.stop());

const note = (month: string, file = history.fileOf(month)) =>
  noteArchive(history.app, file, { master_key: history.service.master_key, public_keys: [] });
const run = (text: string) => scene.sql(history.app, text);
const noted = async () => (await readArchivedMonths(history.app.store.db)).map((one) => one.month);
const goesOn = async () => {
  const files = await verifyHistory(history.folder);
  return (await verifyHistoryGoesOn(history.app, files)).problems;
};

const reports = async () => {
  const { app, shop } = history;
  const of = [{}, { merchant_id: shop.merchant_id }, { time_zone: 'Asia/Kolkata' }];
  const shown: unknown[] = [];
  for (const month of [FIRST, SECOND, THIRD, FOURTH]) {
    for (const query of of) shown.push(accepted(await showMonth(app, month, query)));
  }
  return shown;
};

describe('a month', () => {
  it('is not noted before the one that it goes on from', async () => {
    await rejects(note(SECOND), /Months are noted in their order: .* goes on from the first entry/);
  });

  it('is not noted if the database has something else, and the others not either', async () => {
    await history.service.allowChanges('bank_lines');
    await run(`update bank_lines set bank_id = 'other'`);
    const refused = await note(FIRST);
    deepEqual([refused.ok, refused.is_new], [false, false]);
    match(refused.problems.join('\n'), /bank line .* has changed/);
    await run('update bank_lines set bank_id = null');
    deepEqual(await noted(), []);
  });

  it('is not noted with trades left out, because the file would become another', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'early-'));
    setToNoonAfter(40, history.app);
    const wish = { month: FIRST, folder, leave_open: true, tell: () => undefined };
    const { file } = await makeArchive(history.app, wish);
    await rejects(note(FIRST, file), /were left out of this archive of .*: make it anew/);
    setToNoonAfter(500, history.app);
    await rm(folder, { recursive: true });
  });

  it('is noted once, with one file, in the audit trail, and changes no report', async () => {
    const before_it = await reports();
    for (const month of [FIRST, SECOND]) {
      const made = await note(month);
      deepEqual([made.ok, made.is_new, made.problems], [true, true, []]);
      ok(made.sums > 0);
      equal(made.sha256, await archiveHash(history.fileOf(month)));
    }
    const again = await note(FIRST);
    deepEqual([again.ok, again.is_new], [true, false]);
    deepEqual(await noted(), [FIRST, SECOND]);
    deepEqual(await reports(), before_it);
    const [row] = await run(
      `select detail->>'file_sha256' as hash from audit_entries
       where action = 'month_archived' and target = 'archives/${SECOND}'`,
    );
    equal(row?.hash, await archiveHash(history.fileOf(SECOND)));
    deepEqual((await verifyBooks(history.app)).problems, []);
    deepEqual(await goesOn(), []);
  });

  it('is not noted with a second file, nor by two at once', async () => {
    const kept = join(history.folder, 'kept');
    await copyFile(history.fileOf(FIRST), kept);
    // The same records, compressed in another way.
    await history.writeLines(FIRST, await history.linesOf(FIRST));
    await rejects(note(FIRST), /is noted with another file, whose SHA-256 is [0-9a-f]{64}/);
    match((await goesOn()).join('\n'), new RegExp(`${FIRST}: the database has noted another file`));
    await rm(history.fileOf(FIRST));
    match((await goesOn()).join('\n'), new RegExp(`${FIRST}: .* its archive, which is not here`));
    await copyFile(kept, history.fileOf(FIRST));
    await rm(kept);
    const both = await Promise.all([note(THIRD), note(THIRD)]);
    deepEqual(both.map(({ is_new }) => is_new).toSorted(), [false, true]);
    deepEqual(await noted(), [FIRST, SECOND, THIRD]);
    deepEqual((await verifyBooks(history.app)).problems, []);
  });
});

it('a sum that was changed is named by its entries, and by the hash in the audit trail', async () => {
  await history.service.allowChanges('archived_sums');
  const key = 'proof_number, merchant_id, account, currency, act';
  const of = `where (${key}) = (select ${key} from archived_sums order by ${key} limit 1)`;
  await run(`update archived_sums set amount_cents = amount_cents + 1 ${of}`);
  const found = (name: 'archived_sums' | 'archived_months') => findGaps(history.app.store.db, name);
  equal((await found('archived_sums')).length, 1);
  deepEqual(await found('archived_months'), [
    `the archive of ${FIRST}: what is noted is not what the audit trail has`,
  ]);
  await run(`update archived_sums set amount_cents = amount_cents - 1 ${of}`);
  deepEqual([await found('archived_sums'), await found('archived_months')], [[], []]);
});

it('sums that do not lead from one signed head to the other are not kept', async () => {
  const [end] = await run('select max(proof_number) as n from proofs');
  const [begin] = await run('select max(proof_number) as n from archived_months');
  ok(begin !== undefined && end !== undefined);
  // No proof is behind the third month yet, so one is made over what came later.
  equal(begin.n, end.n);
  const { makeProof } = await import('../../../server/app/proof/make-proof.ts');
  await makeProof(history.app, { role: 'service', id: null });
  await history.service.allowChanges('ledger_entries');
  const own =
    'entry_number = (select max(entry_number) from ledger_entries l where ' +
    'l.merchant_id = ledger_entries.merchant_id) and merchant_id = ' +
    `'${history.shop.merchant_id}'`;
  const set = (sums: string) => run(`update ledger_entries set amounts = ${sums} where ${own}`);
  const [amounts] = await run(`select amounts::text from ledger_entries where ${own}`);
  await set('array(select 2 * one from unnest(amounts) one)');
  const month = {
    month: FOURTH,
    after_proof: BigInt(begin.n as bigint),
    proof_number: BigInt(begin.n as bigint) + 1n,
    file_hash: 'ab'.repeat(32),
    manifest_hash: 'cd'.repeat(32),
  };
  await rejects(
    noteMonth(history.app, month),
    /are not those of the signed heads: .* more than was/,
  );
  await set(`'${amounts?.amounts}'`);
  deepEqual(await noted(), [FIRST, SECOND, THIRD]);
});
