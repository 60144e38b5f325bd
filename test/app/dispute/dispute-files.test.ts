// Files about disputes: what is taken, who sees it, and how it goes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  downloadDisputeFile,
  downloadOwnDisputeFile,
  expireDisputeFiles,
  removeDisputeFile,
} from '../../../server/app/dispute/open-dispute-file.ts';
import { getOwnDispute } from '../../../server/app/dispute/own-disputes.ts';
import { sendFileAsOperator, sendOwnDisputeFile } from '../../../server/app/dispute/send-file.ts';
import { showDispute } from '../../../server/app/dispute/show-dispute.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { verifyBooks } from '../../../server/app/proof/verify-books.ts';
import type { OperatorDisputeBody } from '../../../server/app/request/dispute-view.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { JPEG, PHONE_JPEG, png } from '../../support/browser/receipt-files.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';
import { credited, decide, did, opened, withNumber } from './dispute-scene.ts';

let service: TestApp;
let app: OpenApp;
before(async () => {
  service = await openTestApp();
  app = service.app;
  await scene.makeAccount(app, 'INR');
});
after(() => service.stop());

type Key = Pick<OperatorDisputeBody, 'merchant_id' | 'id'>;

async function* inPieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 1_000) {
    yield await Promise.resolve(bytes.subarray(at, at + 1_000));
  }
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n');
const PNG = png();

const send = (dispute: Key, bytes: Uint8Array, query: Record<string, string> = {}) =>
  sendFileAsOperator(app, OPERATOR, dispute, query, inPieces(bytes));

const sendOwn = (
  { caller, merchant_id }: TestMerchant,
  uuid: string,
  bytes: Uint8Array,
  query: Record<string, string> = {},
) => sendOwnDisputeFile(app, caller, { merchant: merchant_id, uuid }, query, bytes);

async function contested() {
  const merchant = await makeMerchant(app);
  const dispute = await opened(app, await credited(app, merchant));
  return { merchant, dispute };
}

async function filesOf({ merchant_id, id }: Key) {
  const { messages } = accepted(await showDispute(app, merchant_id, id));
  return messages.flatMap(({ file, text, visibility, author }) =>
    file === null ? [] : [{ ...file, text, visibility, author }],
  );
}

async function onlyFileOf(dispute: Key) {
  const [file, ...others] = await filesOf(dispute);
  assert.ok(file !== undefined && others.length === 0);
  return file;
}

const kept = async ({ id }: Key) =>
  await scene.sql<{ content: Buffer | null }>(
    app,
    `select content from dispute_files where dispute_id = '${id}'`,
  );

const download = (dispute: Key, file_id: string) =>
  downloadDisputeFile(app, OPERATOR, { ...dispute, file_id });

test('a photo is kept encrypted and without its metadata, and each opening is noted', async () => {
  const { dispute } = await contested();
  const answer = accepted(await send(dispute, PHONE_JPEG, { text: 'The bank’s letter' }));
  assert.deepEqual([answer.message_count, answer.file_count], [1, 1]);
  const file = await onlyFileOf(dispute);
  assert.deepEqual(
    [file.text, file.visibility, file.author],
    ['The bank’s letter', 'shared', 'operator'],
  );
  const { bytes, name, content_type } = accepted(await download(dispute, file.id));
  assert.deepEqual([content_type, bytes.length], ['image/jpeg', file.size_bytes]);
  assert.match(name, /^dispute-[0-9a-f-]{36}\.jpg$/);
  assert.ok(bytes.length < PHONE_JPEG.length, 'the metadata are gone');
  const [row] = await kept(dispute);
  assert.ok(row?.content && !row.content.includes(Buffer.from(bytes).subarray(20, 60)));
  const noted = await scene.sql<{ file_id: string }>(
    app,
    `select detail ->> 'file_id' as file_id from audit_entries
     where action = 'dispute_file_downloaded'`,
  );
  assert.deepEqual(noted, [{ file_id: file.id }]);
});

test('the same file is sent once; for other readers it is another one', async () => {
  const { merchant, dispute } = await contested();
  accepted(await send(dispute, JPEG));
  accepted(await did(app, dispute, 'message', { text: 'In between' }));
  assert.equal(accepted(await send(dispute, JPEG)).file_count, 1);
  assert.equal(accepted(await send(dispute, JPEG, { visibility: 'internal' })).file_count, 2);
  assert.equal(accepted(await sendOwn(merchant, dispute.id, JPEG)).file_count, 3);
  assert.equal(accepted(await sendOwn(merchant, dispute.id, JPEG)).file_count, 3);
});

test('what is no picture is refused with the reason, and nothing of it is kept', async () => {
  const { merchant, dispute } = await contested();
  const hidden = Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')]);
  const cases: [Uint8Array, RegExp][] = [
    [new Uint8Array(), /is empty/],
    [PDF, /must be a JPEG, PNG or WebP picture, by its content; this is a PDF file/],
    [Buffer.from('<svg onload=alert(1)>'), /must be a JPEG/],
    [JPEG.subarray(0, 200), /is damaged or incomplete/],
    [hidden, /has something else hidden in it/],
  ];
  for (const [bytes, message] of cases) {
    for (const refused of [
      refusedWith(await send(dispute, bytes)),
      refusedWith(await sendOwn(merchant, dispute.id, bytes)),
    ]) {
      assert.deepEqual([refused.code, refused.errors?.[0]?.field], ['invalid_request', 'file']);
      assert.match(refused.errors?.[0]?.message ?? '', message);
    }
  }
  const large = new Uint8Array(10 * 1_024 * 1_024 + 1);
  assert.equal(refusedWith(await send(dispute, large)).code, 'body_too_large');
  assert.deepEqual(await kept(dispute), []);
});

test('files of operators alone do not exist for the merchant', async () => {
  const { merchant, dispute } = await contested();
  accepted(await send(dispute, JPEG, { visibility: 'internal' }));
  accepted(await send(dispute, PNG, { visibility: 'merchant', text: 'See this' }));
  const [secret, told] = await filesOf(dispute);
  assert.ok(secret && told);
  const uuid = dispute.id;
  const path = { merchant: merchant.merchant_id, uuid };
  const { messages } = accepted(await getOwnDispute(app, merchant.caller, path));
  assert.deepEqual(
    messages.map(({ file, visibility }) => [file?.id, visibility]),
    [[told.id, 'merchant']],
  );
  const own = (file: string) => downloadOwnDisputeFile(app, merchant.caller, { ...path, file });
  assert.equal(accepted(await own(told.id)).content_type, 'image/png');
  assert.equal(refusedWith(await own(secret.id)).code, 'not_found');
  const person = { ...OPERATOR, role: 'merchant_admin' as const, merchant_id: path.merchant };
  const theirs = (file_id: string) => downloadDisputeFile(app, person, { ...dispute, file_id });
  accepted(await theirs(told.id));
  assert.equal(refusedWith(await theirs(secret.id)).code, 'not_found');
  const internal = { visibility: 'internal' };
  const [error] = refusedWith(await sendOwn(merchant, uuid, JPEG, internal)).errors ?? [];
  assert.equal(error?.field, 'visibility');
});

test('another merchant, and another dispute, do not reach a file', async () => {
  const { merchant, dispute } = await contested();
  const other = await contested();
  accepted(await send(dispute, JPEG));
  const { id: file_id } = await onlyFileOf(dispute);
  const path = { merchant: merchant.merchant_id, uuid: dispute.id, file: file_id };
  const { caller } = other.merchant;
  assert.equal(refusedWith(await downloadOwnDisputeFile(app, caller, path)).code, 'not_found');
  assert.equal(refusedWith(await download(other.dispute, file_id)).code, 'not_found');
  const moved = { merchant_id: dispute.merchant_id, id: other.dispute.id };
  assert.equal(refusedWith(await download(moved, file_id)).code, 'not_found');
  const foreign = await sendOwnDisputeFile(app, caller, path, {}, JPEG);
  assert.equal(refusedWith(foreign).code, 'unauthorized');
  const unknown = await sendOwn(other.merchant, dispute.id, JPEG);
  assert.equal(refusedWith(unknown).code, 'not_found');
});

test('a merchant’s files end at their bound, and operators can still send', async () => {
  const { merchant, dispute } = await contested();
  const answers: Awaited<ReturnType<typeof sendOwn>>[] = [];
  for (let n = 0; n < 17; n += 1) {
    answers.push(await sendOwn(merchant, dispute.id, withNumber(n)));
  }
  assert.deepEqual(
    answers.map((answer) => isRefusal(answer)),
    [...Array(15).fill(false), true, true],
  );
  assert.equal((await kept(dispute)).length, 15, 'no content is kept of the others');
  assert.equal(accepted(await send(dispute, JPEG)).file_count, 16);
});

test('a closed dispute takes no file, and keeps nothing of it', async () => {
  const { dispute } = await contested();
  accepted(await did(app, dispute, 'accept', { note: 'agreed' }));
  assert.equal(refusedWith(await send(dispute, JPEG)).code, 'act_not_allowed');
  assert.deepEqual(await kept(dispute), []);
});

test('a file of the party that was asked is its answer', async () => {
  const { merchant, dispute } = await contested();
  accepted(await did(app, dispute, 'ask', { party: 'merchant' }));
  const answered = accepted(await sendOwn(merchant, dispute.id, JPEG));
  assert.equal(answered.state, 'waiting_for_operator');
});

test('an operator removes a file for good, with a reason; its message stays', async () => {
  const { dispute } = await contested();
  accepted(await send(dispute, JPEG, { text: 'A card is on it' }));
  const { id: file_id } = await onlyFileOf(dispute);
  const path = { ...dispute, file_id };
  const remove = (fields: object) => removeDisputeFile(app, OPERATOR, path, raw({ ...fields }));
  assert.equal(refusedWith(await remove({})).errors?.[0]?.field, 'reason');
  const removed = { id: file_id, removed: true };
  assert.deepEqual(accepted(await remove({ reason: 'Shows a card' })), removed);
  assert.deepEqual(accepted(await remove({ reason: 'again' })), removed);
  assert.equal(refusedWith(await download(dispute, file_id)).code, 'not_found');
  assert.deepEqual(await kept(dispute), [{ content: null }]);
  const { removed_at, text } = await onlyFileOf(dispute);
  assert.ok(removed_at !== null && text === 'A card is on it');
  const noted = await scene.sql<{ reason: string }>(
    app,
    `select detail ->> 'reason' as reason from audit_entries
     where action = 'dispute_file_removed'`,
  );
  assert.deepEqual(noted, [{ reason: 'Shows a card' }]);
});

test('files go by their age, and what was never sent goes within a day', async () => {
  const { dispute } = await contested();
  accepted(await send(dispute, JPEG));
  await scene.sql(
    app,
    `insert into dispute_files (merchant_id, file_id, dispute_id, content, given_at)
     values ('${dispute.merchant_id}', gen_random_uuid(), '${dispute.id}', 'x',
       now() - interval '2 hours')`,
  );
  assert.equal(await expireDisputeFiles(app), 1, 'the one that has no message');
  assert.equal((await onlyFileOf(dispute)).removed_at, null);
  const age = (days: number) =>
    scene.sql(
      app,
      `update dispute_files set given_at = now() - interval '${days} days'
       where dispute_id = '${dispute.id}'`,
    );
  await age(399);
  assert.equal(await expireDisputeFiles(app), 0);
  await age(401);
  assert.equal(await expireDisputeFiles(app), 1);
  assert.equal(await expireDisputeFiles(app), 0);
  assert.ok((await onlyFileOf(dispute)).removed_at !== null);
  accepted(await decide(app, dispute, 'rejected'));
  assert.deepEqual((await verifyBooks(app)).problems, []);
});
