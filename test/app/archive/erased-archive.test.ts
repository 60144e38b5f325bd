// A payer is erased whose month was archived: the file from before still has the data and proves
// itself, one that is made afterwards has none of them and proves the same history.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { compareArchive } from '../../../server/app/archive/compare-with-database.ts';
import { findInArchive } from '../../../server/app/archive/find-in-archive.ts';
import { verifyArchive } from '../../../server/app/archive/verify-archive.ts';
import { listProofKeys } from '../../../server/app/proof/proof-keys.ts';
import type { ArchiveManifest } from '../../../server/domain/archive/archive-document.ts';
import { openColumnsWith, openRecord } from '../../../server/store/archive/open-columns.ts';
import { accepted } from '../../support/test-app.ts';
import * as erasure from '../erasure/erasure-scene.ts';
import { type ArchiveScene, openArchiveScene } from './archive-scene.ts';

/** As every order of the scene has it, and as the bank has it. */
const NAMES = ['Asha Rao', 'From Asha'];
const ORDER = 'order-2';

let archives: ArchiveScene;
let before_it: ArchiveManifest;
let after_it: ArchiveManifest;
let file_before: string;
let keys: { master_key: Uint8Array; public_keys: readonly string[] };

before(async () => {
  archives = await openArchiveScene();
  ({ manifest: before_it } = await archives.make());
  file_before = join(archives.folder, 'before.jsonl.gz');
  await rename(archives.file, file_before);
  const { public_key } = (await listProofKeys(archives.app)).keys[0] ?? { public_key: '' };
  keys = { master_key: archives.service.master_key, public_keys: [public_key] };
  const trade = (await findInArchive(file_before, 'order', ORDER)).find(
    ({ kind }) => kind === 'trade',
  );
  const { merchant_id, trade_id } = Object(trade?.trade);
  accepted(await erasure.ask({ merchant_id, trade_id }, archives.app));
  equal(await erasure.eraseNow(archives.service), 1);
  ({ manifest: after_it } = await archives.make());
});
after(() => archives.stop());

/** Everything that a file has about the order, decrypted, as one text. */
async function toldBy(file: string, { data_keys }: ArchiveManifest, order = ORDER) {
  const open = openColumnsWith(keys.master_key, data_keys);
  const records = await findInArchive(file, 'order', order);
  ok(records.length > 0, `${file} has nothing about ${order}`);
  return JSON.stringify(records.map((record) => openRecord(open, record)));
}

const namesIn = (text: string) => NAMES.filter((name) => text.includes(name));

describe('the archive of a month in which a payer is erased', () => {
  it('from before still has the data, and proves itself', async () => {
    deepEqual(namesIn(await toldBy(file_before, before_it)), NAMES);
    equal((await verifyArchive(file_before, keys.public_keys)).ok, true);
  });

  it('from before is told apart from the database in nothing but their trade and line', async () => {
    const { ok: is_same, kinds, problems } = await compareArchive(archives.app, file_before, keys);
    equal(is_same, false);
    const other = kinds.filter((one) => one.changed + one.only_in_file + one.only_in_database > 0);
    deepEqual(
      other.map((one) => [one.kind, one.changed, one.only_in_file, one.only_in_database]),
      [
        ['line', 1, 0, 0],
        ['trade', 1, 0, 0],
      ],
    );
    match(problems.join('; '), /^bank line \S+ has changed; trade \S+ .*has changed$/);
  });

  it('made afterwards has none of them, and everybody else as before', async () => {
    deepEqual(namesIn(await toldBy(archives.file, after_it)), []);
    deepEqual(namesIn(await toldBy(archives.file, after_it, 'order-1')), NAMES);
  });

  it('made afterwards proves the same history, and is the same as the database', async () => {
    const { ok: is_proven, problems } = await verifyArchive(archives.file, keys.public_keys);
    deepEqual([is_proven, problems], [true, []]);
    deepEqual([after_it.after, after_it.to], [before_it.after, before_it.to]);
    equal((await compareArchive(archives.app, archives.file, keys)).ok, true);
    const alike = ({ parts }: ArchiveManifest) =>
      parts.filter(({ kind }) => kind !== 'line' && kind !== 'trade');
    deepEqual(alike(after_it), alike(before_it));
  });
});
