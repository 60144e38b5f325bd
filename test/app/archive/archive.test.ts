// Archives of months: whole, the same again, provable from the file alone, and readable by others.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findInArchive } from '../../../server/app/archive/find-in-archive.ts';
import { verifyArchive } from '../../../server/app/archive/verify-archive.ts';
import { listProofKeys } from '../../../server/app/proof/proof-keys.ts';
import type { ArchiveManifest } from '../../../server/domain/archive/archive-document.ts';
import { listArchives, workFolder } from '../../../server/store/archive/archive-files.ts';
import { openColumnsWith, openRecord } from '../../../server/store/archive/open-columns.ts';
import { setToNoonAfter } from '../../support/noon.ts';
import * as scene from '../scene.ts';
import { type ArchiveScene, openArchiveScene } from './archive-scene.ts';

let archives: ArchiveScene;
let manifest: ArchiveManifest;
let public_key: string;
before(async () => {
  archives = await openArchiveScene();
  const made = await archives.make();
  equal(made.is_new, true);
  manifest = made.manifest;
  public_key = (await listProofKeys(archives.app)).keys[0]?.public_key ?? '';
});
after(() => archives.stop());

const records = (kind: string) => manifest.parts.find((part) => part.kind === kind)?.records ?? 0;

async function count(text: string): Promise<number> {
  const [row] = await scene.sql<{ n: number }>(
    archives.app,
    `select count(*)::int as n from ${text}`,
  );
  return row?.n ?? 0;
}

describe('an archive', () => {
  it('has what was written between two proofs, and the trades that ended', async () => {
    const { after: begin, to } = manifest;
    ok(begin !== null);
    const heads = `ledger_entries e join proof_heads h on h.merchant_id = e.merchant_id
      and h.proof_number = ${to.proof} left join proof_heads b on b.merchant_id = e.merchant_id
      and b.proof_number = ${begin.proof}
      where entry_number <= h.book_number and entry_number > coalesce(b.book_number, 0)`;
    equal(records('entry'), await count(heads));
    ok(records('entry') >= 9);
    equal(records('proof'), to.proof - begin.proof + 1);
    deepEqual(manifest.days_without_proof, [`${archives.month}-05`]);
    equal(records('book'), 2);
    equal(records('trade'), records('line'));
    equal(records('event'), 2 * records('trade'));
    deepEqual(manifest.trades, { archived: records('trade'), left_open: 0 });
    // Trades of the days before and after are in other files.
    ok(records('trade') < (await count('trades')));
  });

  it('is the same file again, and says so', async () => {
    const again = await archives.make();
    equal(again.is_new, false);
    deepEqual(await readdir(archives.folder), [`archive-${archives.month}.jsonl.gz`]);
  });

  it('proves itself from the file alone', async () => {
    const check = await verifyArchive(archives.file, [public_key]);
    deepEqual(check.problems, []);
    deepEqual([check.ok, check.is_key_given, check.entries], [true, true, records('entry')]);
    equal((await verifyArchive(archives.file)).is_key_given, false);
    const other = await verifyArchive(archives.file, [
      public_key.replace(/^./, (c) => (c === 'A' ? 'B' : 'A')),
    ]);
    match(other.problems.join('\n'), /signed with key 1, which is unknown/);
  });

  it('can be read with nothing but gunzip and JSON', async () => {
    const lines = await archives.linesOf();
    const [first, , ...rest] = lines.map((line) => JSON.parse(line));
    equal(first.document, 'payment-orders/archive');
    equal(
      rest.length,
      first.parts.reduce((sum: number, part: { records: number }) => sum + part.records, 0),
    );
    const kinds = [...new Set(rest.map(({ kind }) => kind))];
    deepEqual(
      kinds,
      first.parts
        .filter((part: { records: number }) => part.records > 0)
        .map((part: { kind: string }) => part.kind),
    );
    const text = lines.join('\n');
    ok(!text.includes('Asha'), 'names are readable');
  });

  it('shows a trade by its id, an order by its id, and a bank line', async () => {
    const order = await findInArchive(archives.file, 'order', 'order-1');
    const kinds = order.map(({ kind }) => kind);
    deepEqual([...new Set(kinds)], ['entry', 'event', 'line', 'trade']);
    const trade = order.at(-1)?.trade as { trade_id: string };
    deepEqual(await findInArchive(archives.file, 'trade', trade.trade_id), order);
    const line = order.find(({ kind }) => kind === 'line')?.line as { bank_line_id: string };
    const found = await findInArchive(archives.file, 'line', line.bank_line_id);
    deepEqual(
      found.map(({ kind }) => kind),
      ['entry', 'entry', 'line'],
    );
    deepEqual(await findInArchive(archives.file, 'order', 'order-none'), []);
  });

  it('is opened by the key of its day, whatever happened to data keys since, and by no other', async () => {
    const order = await findInArchive(archives.file, 'order', 'order-1');
    const open = openColumnsWith(archives.service.master_key, manifest.data_keys);
    const text = JSON.stringify(order.map((record) => openRecord(open, record)));
    match(text, /Asha Rao/);
    match(text, /From Asha/);
    const other = Buffer.alloc(32, 7);
    try {
      openColumnsWith(other, manifest.data_keys);
      ok(false, 'another key opened it');
    } catch (error) {
      match(String(error), /ENCRYPTION_KEY does not open/);
    }
  });
});

describe('a changed archive', () => {
  const changed = async (change: (lines: string[]) => string[]) => {
    const file = await archives.writeLines('changed.gz', change(await archives.linesOf()));
    try {
      return (await verifyArchive(file, [public_key])).problems.join('\n');
    } finally {
      await rm(file);
    }
  };
  const replaceIn = (kind: string, from: RegExp, to: string) => (lines: string[]) => {
    const index = lines.findLastIndex((line) => line.startsWith(`{"kind":"${kind}"`));
    const line = lines[index] ?? '';
    match(line, from);
    return lines.with(index, line.replace(from, to));
  };

  it('is found out, whatever part of it was changed', async () => {
    const cases: [change: (lines: string[]) => string[], named: RegExp][] = [
      [replaceIn('proof', /"day":"2/, '"day":"1'), /proof \d+: it differs from what was signed/],
      [replaceIn('proof', /"totals":"\{/, '"totals":"{ '), /its totals were not signed/],
      [replaceIn('proof', /"leaves":"../, '"leaves":"00'), /its root does not match|book/],
      [replaceIn('book', /balance_cents\\":\\"/, 'balance_cents\\":\\"1'), /is not the signed one/],
      [replaceIn('entry', /"amount_cents":"-?/, '"amount_cents":"9'), /the chain is broken/],
      [replaceIn('event', /"type":"deposit/, '"type":"deposits'), /event: the hash differs/],
      [replaceIn('line', /"amount_cents":/, '"amount_cents":9'), /line: the hash differs/],
      [replaceIn('trade', /"order_id":"o/, '"order_id":"O'), /trade: the hash differs/],
      [(lines) => lines.slice(0, -1), /trade: 1 records are gone/],
      [(lines) => [...lines, '{"kind":"trade"}'], /lines follow after its end/],
      [
        (lines) =>
          lines.filter((line) => !/^{"kind":"proof","number":\d+,"day":"....-..-1/.test(line)),
        /proof \d+: it does not follow from the proof before/,
      ],
      [
        (lines) => lines.with(0, (lines[0] ?? '').replace('"left_open":0', '"left_open":1')),
        /the manifest was changed/,
      ],
    ];
    for (const [change, named] of cases) match(await changed(change), named);
  });

  it('without one of its entries breaks the chain, even if its hash was made to fit', async () => {
    const problems = await changed((lines) => {
      const index = lines.findIndex((line) => line.startsWith('{"kind":"entry"'));
      return lines.toSpliced(index, 1);
    });
    match(problems, /a number is missing before it/);
    match(problems, /entry: a (adjustment|event) is in its place/);
  });

  it('that is no archive, or is cut off, is refused in a sentence', async () => {
    const cut = join(archives.folder, 'cut.gz');
    await writeFile(cut, (await readFile(archives.file)).subarray(0, 4_000));
    await rejects(verifyArchive(cut), /is no whole archive: it cannot be unpacked/);
    await writeFile(cut, 'no archive');
    await rejects(verifyArchive(cut), /it cannot be unpacked/);
    const other = await archives.writeLines('other.gz', ['{"a":1}', '{"b":2}']);
    await rejects(verifyArchive(other), /is no archive of payment-orders/);
    await rejects(verifyArchive(join(archives.folder, 'none.gz')), /there is no such file/);
    await rm(cut);
    await rm(other);
  });
});

describe('a month', () => {
  it('is refused if it is none, or has no proof', async () => {
    await rejects(archives.make({ month: '2026-13' }), /is no month/);
    await rejects(
      archives.make({ month: '2019-05' }),
      /there is no signed proof of a day of 2019-05/,
    );
    await rejects(
      archives.make({ month: '2999-01' }),
      /there is no signed proof of a day of 2999-01/,
    );
    deepEqual(await listArchives(archives.folder), [`archive-${archives.month}.jsonl.gz`]);
    ok(!(await readdir(archives.folder)).some((name) => name.endsWith('.unfinished')));
  });

  it('with trades that may change is refused, or made without them', async () => {
    const folder = join(archives.folder, 'early');
    setToNoonAfter(archives.last_day + 2, archives.app);
    await rejects(
      archives.make({ folder }),
      /\d trades whose last event was in .* may still change/,
    );
    const { manifest: early } = await archives.make({ folder, leave_open: true });
    deepEqual(early.trades, { archived: 0, left_open: records('trade') });
    deepEqual(
      (await verifyArchive(join(folder, `archive-${archives.month}.jsonl.gz`))).problems,
      [],
    );
    setToNoonAfter(400, archives.app);
    await rejects(
      archives.make({ folder }),
      /were left out, it would be 0; it had 0 trade records/,
    );
    await rm(folder, { recursive: true });
  });

  it('whose writing was interrupted is written again', async () => {
    const folder = join(archives.folder, 'again');
    const failing = () => {
      throw new Error('The machine is off');
    };
    await rejects(archives.make({ folder, tell: failing }), /The machine is off/);
    deepEqual(await readdir(folder), []);
    // As a killed process leaves it.
    await archives.make({ folder });
    const work = workFolder(folder, archives.month);
    await mkdir(work);
    await writeFile(join(work, 'proof'), 'half');
    equal((await archives.make({ folder })).is_new, false);
    deepEqual(await readdir(folder), [`archive-${archives.month}.jsonl.gz`]);
    await rm(folder, { recursive: true });
  });

  it('in which something was changed since gives another file, which replaces nothing', async () => {
    const { app, service } = archives;
    await service.allowChanges('bank_lines');
    const set = (to: string) => scene.sql(app, `update bank_lines set bank_id = ${to}`);
    await set(`'other'`);
    await rejects(archives.make(), /the content of its line records has changed/);
    await set('null');
    equal((await archives.make()).is_new, false);
  });
});
