// Somebody with more rights than the service changes a dispute, what was written about it, or which
// line of a statement confirmed another: verify names the record, and only the digests show it.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { accepted, openTestApp, type TestApp } from '../../support/test-app.ts';
import * as disputes from '../dispute/dispute-scene.ts';
import * as scene from '../scene.ts';
import { problemsAfter } from './damage.ts';
import { confirmLines, writeMessages } from './planted-parts.ts';

const ACTOR = { role: 'service', id: null } as const;
const TABLES = ['disputes', 'dispute_events', 'dispute_messages', 'line_confirmations'];

type Lie = readonly [table: string, set: string, where: string, named: RegExp];
/** Each changes one thing of one row, which no other check compares with anything. */
const LIES: readonly Lie[] = [
  ['disputes', `contested_from = 'expired'`, 'true', /^dispute of trade .+: changed/m],
  ['disputes', `opener_id = 'another'`, 'true', /^dispute of trade .+: changed/m],
  [
    'dispute_events',
    `dispute = jsonb_set(dispute::jsonb, '{deadline_at}', '1')::json`,
    'true',
    /^event of dispute \d+ of merchant .+: changed/m,
  ],
  [
    'dispute_messages',
    `author_role = 'customer'`,
    'number = 2',
    /^message of dispute 2 of .+: ch/m,
  ],
  ['dispute_messages', `visibility = 'shared'`, 'number = 3', /^message of dispute 3 of .+: ch/m],
  [
    'dispute_messages',
    `sent_at = sent_at - interval '1 hour'`,
    'number = 2',
    /^message of dispute 2 of .+: changed/m,
  ],
  [
    'dispute_messages',
    'content = set_byte(content, 40, get_byte(content, 40) # 1)',
    'number = 2',
    /^message of dispute 2 of .+: changed/m,
  ],
  [
    'dispute_messages',
    'content = set_byte(content, 40, get_byte(content, 40) # 1)',
    'number = 4',
    /^note of dispute 4 of .+: changed/m,
  ],
  ['dispute_messages', `visibility = 'shared'`, 'number = 4', /^note of dispute .+: changed/m],
  ['dispute_messages', `author_id = 'another'`, 'number = 1', /^message of dispute 1 of .+: ch/m],
  ['line_confirmations', `line_key = 'another'`, 'true', /^confirmation of line .+: changed/m],
  [
    'line_confirmations',
    'statement_id = bank_line_id',
    'true',
    /^confirmation of line .+: changed or gone/m,
  ],
];

const GONE: readonly (readonly [table: string, where: string, named: RegExp])[] = [
  ['dispute_messages', 'number = 1', /^message of dispute 1 of .+: changed or gone/m],
  ['dispute_messages', 'number = 3', /^message of dispute 3 of .+: changed or gone/m],
  ['dispute_messages', 'number = 4', /^note of dispute .+: changed or gone/m],
  ['line_confirmations', 'true', /^confirmation of line .+: changed or gone/m],
];

suite('after a proof', () => {
  let service: TestApp;
  let app: OpenApp;
  before(async () => {
    service = await openTestApp();
    app = service.app;
    await writeMessages(app);
    await confirmLines(app);
    assert.equal((await makeProof(app, ACTOR)).kind, 'made');
    await service.allowChanges(...TABLES, 'proof_digests');
  });
  after(() => service.stop());

  test('sound records prove', async () => {
    assert.deepEqual(await problemsAfter(app), []);
  });

  /** Found with the digests; without them there is no more to find than that they are gone. */
  async function isFoundByDigests(change: string, named: RegExp): Promise<void> {
    assert.match((await problemsAfter(app, change)).join('\n'), named);
    const [problem, ...others] = await problemsAfter(app, change, 'delete from proof_digests');
    assert.match(problem ?? '', /of \d+ digests the last are gone/);
    assert.deepEqual(others, []);
  }

  const oneOf = (table: string, where: string) =>
    `ctid = (select ctid from ${table} where ${where} order by ctid limit 1)`;

  for (const [table, set, where, named] of LIES) {
    test(`${table}: ${set}, where ${where}`, async () => {
      await isFoundByDigests(`update ${table} set ${set} where ${oneOf(table, where)}`, named);
    });
  }

  for (const [table, where, named] of GONE) {
    test(`${table}: one row is gone, where ${where}`, async () => {
      await isFoundByDigests(`delete from ${table} where ${oneOf(table, where)}`, named);
    });
  }

  test('a later note or message is no difference', async () => {
    const [row] = await scene.sql<{ merchant_id: string; id: string }>(
      app,
      'select merchant_id::text, dispute_id::text as id from disputes',
    );
    assert.ok(row !== undefined);
    const said = (text: string, visibility: string) =>
      disputes.did(app, row, 'message', { text, visibility });
    accepted(await said('one more note', 'internal'));
    accepted(await said('one more message', 'shared'));
    assert.deepEqual(await problemsAfter(app), []);
  });
});
