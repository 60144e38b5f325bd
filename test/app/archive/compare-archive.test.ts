// An archive beside the database that it was made from: each record is compared with what is there
// now.
import { deepEqual, equal, match, notDeepEqual, rejects } from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { resealRows } from '../../../server/app/access/reseal-rows.ts';
import { compareArchive } from '../../../server/app/archive/compare-with-database.ts';
import { listProofKeys } from '../../../server/app/proof/proof-keys.ts';
import type { ArchiveManifest } from '../../../server/domain/archive/archive-document.ts';
import { accepted } from '../../support/test-app.ts';
import { AT_ONCE, rotate } from '../access/key-scene.ts';
import * as scene from '../scene.ts';
import { type ArchiveScene, openArchiveScene } from './archive-scene.ts';

let archives: ArchiveScene;
let manifest: ArchiveManifest;
let public_key: string;
before(async () => {
  archives = await openArchiveScene();
  ({ manifest } = await archives.make());
  public_key = (await listProofKeys(archives.app)).keys[0]?.public_key ?? '';
});
after(() => archives.stop());

describe('an archive beside the database', () => {
  const compare = (file = archives.file) => {
    const { master_key } = archives.service;
    return compareArchive(archives.app, file, { master_key, public_keys: [public_key] });
  };
  /** The kinds that are not the same, without those that are. */
  const differing = async () => {
    const { ok: is_same, kinds, problems } = await compare();
    const other = kinds
      .filter((one) => one.changed + one.only_in_file + one.only_in_database > 0)
      .map((one) => [one.kind, one.changed, one.only_in_file, one.only_in_database]);
    return { is_same, other, problems };
  };
  const recordsOf = async (kind: string) =>
    (await archives.linesOf()).map((line) => JSON.parse(line)).filter((one) => one.kind === kind);
  const run = (text: string) => scene.sql(archives.app, text);

  it('is the same, record by record', async () => {
    const { ok: is_same, month, kinds, problems } = await compare();
    deepEqual([is_same, month, problems], [true, archives.month, []]);
    deepEqual(
      kinds.map(({ kind, same }) => [kind, same]),
      manifest.parts.map(({ kind, records: count }) => [kind, count]),
    );
    deepEqual((await differing()).other, []);
  });

  it('is the same after its columns were encrypted with another key', async () => {
    const before_it = await run('select client_id from trades order by trade_id');
    accepted(await rotate(archives.app, AT_ONCE));
    while ((await resealRows(archives.app, AT_ONCE)) > 0);
    notDeepEqual(await run('select client_id from trades order by trade_id'), before_it);
    deepEqual(await differing(), { is_same: true, other: [], problems: [] });
  });

  it('shows what has changed since, what is gone, and what came between', async () => {
    await archives.service.allowChanges('bank_lines', 'events');
    const event = (await recordsOf('event')).at(-1);
    const { bank_line_id, utr } = (await recordsOf('line'))[0].line;
    const key = `merchant_id = '${event.merchant_id}' and number = ${event.number}`;
    await run(`update bank_lines set utr = 'ANOTHER00001' where bank_line_id = '${bank_line_id}'`);
    deepEqual(await differing(), {
      is_same: false,
      other: [['line', 1, 0, 0]],
      problems: [`bank line ${bank_line_id} has changed`],
    });
    await run(
      `update bank_lines set utr = ${utr === null ? 'null' : `'${utr}'`} where bank_line_id = '${bank_line_id}'`,
    );
    await run(`update events set number = -number where ${key}`);
    const named = `event ${event.number} of merchant ${event.merchant_id} is only in the file`;
    const gone = await differing();
    deepEqual(gone.other[0], ['event', 0, 1, 0]);
    equal(gone.problems[0], named);
    await run(`update events set number = -number where ${key.replace('number = ', 'number = -')}`);
    deepEqual(await differing(), { is_same: true, other: [], problems: [] });
  });

  it('is not compared if it does not prove itself, or is of another history', async () => {
    const lines = await archives.linesOf();
    const index = lines.findLastIndex((one) => one.startsWith('{"kind":"trade"'));
    const changed = (lines[index] ?? '').replace('"order_id":"o', '"order_id":"O');
    const file = await archives.writeLines('changed.gz', lines.with(index, changed));
    const { ok: is_same, kinds, problems } = await compare(file);
    deepEqual([is_same, kinds], [false, []]);
    match(problems.join(), /trade: the hash differs/);
    await rm(file);
    await archives.service.allowChanges('proofs');
    const of_last = `where proof_number = ${manifest.to.proof}`;
    await run(`update proofs set proof_hash = sha256(proof_hash) ${of_last}`);
    await rejects(compare(), /has not the proof \d+ of/);
    await run(`update proofs set proof_hash = decode('${manifest.to.hash}', 'hex') ${of_last}`);
    equal((await compare()).ok, true);
  });
});
