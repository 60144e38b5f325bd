// A decision about a waiting line that breaks off at any of its statements: the line, the mark on
// it and the audit entry are all there, or none of them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decideWaitingLine } from '../../../server/app/line/waiting-lines.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { Database } from '../../../server/store/connection/database.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { makeWaitingLine } from '../statement/waiting-line.ts';

let service: TestApp;
let app: TestApp['app'];
before(async () => {
  service = await openTestApp();
  app = service.app;
});
after(async () => {
  assert.deepEqual((await verifyBooks(app)).problems, []);
  await service.stop();
});

const CRASH = new Error('The process is gone');
const NOTE = raw({ note: 'Asked the bank' });

/** Whoever changes rows does it in a transaction; the statement of this name ends it. */
async function withStatements(
  onStatement: (name: string) => void,
  work: () => Promise<unknown>,
): Promise<void> {
  const { db } = app.store;
  const transaction: Database['transaction'] = (job) =>
    db.transaction((tx) =>
      job({
        ...tx,
        query: (name, text, values) => {
          onStatement(name);
          return tx.query(name, text, values);
        },
      }),
    );
  app.store.db = { ...db, transaction };
  try {
    await work();
  } finally {
    app.store.db = db;
  }
}

const count = async (text: string, id: string) =>
  (await scene.sql<{ count: number }>(app, text.replace('$ID', `'${id}'`)))[0]?.count ?? 0;

/** How often the line counts, is marked, and is in the audit trail. */
const standing = async (id: string) => [
  await count('select count(*)::int as count from bank_lines where bank_line_id = $ID', id),
  await count(
    'select count(*)::int as count from waiting_lines where waiting_line_id = $ID and decision is not null',
    id,
  ),
  await count(
    `select count(*)::int as count from audit_entries where target = 'waiting_lines/' || $ID`,
    id,
  ),
];

let amount = 1_000;
async function newWaiting(account: string): Promise<string> {
  amount += 1;
  return await makeWaitingLine(app, account, 'INR', amount);
}

for (const decision of ['same', 'other'] as const) {
  const decided = decision === 'other' ? [1, 1, 1] : [0, 1, 1];

  test(`${decision}, broken off at each statement that writes`, async () => {
    const account = await scene.makeAccount(app, 'INR');
    const written: string[] = [];
    const first = await newWaiting(account);
    const note = (name: string) => {
      written.push(name);
    };
    const decide = (id: string) => decideWaitingLine(app, OPERATOR, id, decision, NOTE);
    await withStatements(note, async () => accepted(await decide(first)));
    assert.deepEqual(await standing(first), decided);
    assert.ok(written.includes('decide-waiting-line'), written.join(' '));
    assert.ok(written.length > 2, written.join(' '));
    for (const place of written.keys()) {
      const id = await newWaiting(account);
      let at = 0;
      const crash = () => {
        at += 1;
        // A batch that fails is tried once more: that one is gone, too.
        if (at > place) throw CRASH;
      };
      await withStatements(crash, () => assert.rejects(decide(id), CRASH));
      assert.deepEqual(await standing(id), [0, 0, 0], `gone at ${written[place]}`);
      accepted(await decide(id));
      assert.deepEqual(await standing(id), decided);
    }
  });
}

test('a line is not taken if another process has called it the same meanwhile', async () => {
  const account = await scene.makeAccount(app, 'INR');
  const id = await newWaiting(account);
  const submit: typeof app.writer.submit = async (command) => {
    const sql = `update waiting_lines set decision = 'same', bank_line_ids = beside, note = 'x',
      actor_role = 'service', decided_at = now() where waiting_line_id = '${id}'`;
    await scene.sql(app, sql);
    return await app.writer.submit(command);
  };
  const slow = { ...app, writer: { ...app.writer, submit } };
  await assert.rejects(decideWaitingLine(slow, OPERATOR, id, 'other', NOTE), /decided twice/);
  assert.deepEqual(await standing(id), [0, 1, 0]);
});
