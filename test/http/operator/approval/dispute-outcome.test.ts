// The outcome of a dispute by people's word: over HTTP it takes two persons, and the dispute says
// so; evidence of the bank takes one.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as disputes from '../../../app/dispute/dispute-scene.ts';
import * as scene from '../../../app/scene.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { setBandsOfAll } from '../../../support/set-bands.ts';
import { makeMerchant, type TestMerchant } from '../../../support/test-app.ts';
import { type Client, newPerson, openClient, type Person } from '../factor/person-client.ts';
import { type OperatorService, openOperatorService, type Reply } from '../operator-service.ts';
import { ask, type Fields, tokenOf } from './approval-scene.ts';

const opened = cleanup();
let service: OperatorService;
let shop: TestMerchant;
let account: string;
let [maker, checker]: [Person, Person] = [
  { id: '', email: '' },
  { id: '', email: '' },
];

async function setBands(from_cents: 0 | null): Promise<void> {
  await setBandsOfAll(service.app.store.db, from_cents);
  await service.app.settings.refresh();
}

before(async () => {
  service = await openOperatorService();
  opened(() => service.stop());
  await setBands(null);
  [maker, checker] = [await newPerson(service), await newPerson(service)];
  shop = await makeMerchant(service.app);
  account = await scene.makeAccount(service.app, 'INR');
  await setBands(0);
  // The token of nobody that invited them is tied to both.
  await service.asOwner('delete from person_ties');
});

async function signedIn(person: Person): Promise<Client> {
  const client = openClient(service);
  assert.equal((await client.password(person)).status, 200);
  return client;
}

let amount_cents = 7_300;

/** Lines are the bank's here, whoever gives them. */
async function takeLinesAsEvidence(): Promise<void> {
  await service.asOwner(`update approval_bands set from_cents = null where act = 'evidence';
    update settings_versions set version = version + 1`);
  await service.app.settings.refresh();
}

/** The dispute of a pay-in that the bank's line completed. */
async function disputed(): Promise<{ path: string; utr: string }> {
  await takeLinesAsEvidence();
  amount_cents += 1;
  const { merchant_id } = shop;
  const { id } = await scene.newPayin(service.app, shop, { amount_cents });
  const utr = `43001234${amount_cents}`;
  await scene.feed(service.app, account, [{ amount_cents, utr }]);
  const dispute = await disputes.opened(service.app, { merchant_id, id });
  return { path: `/disputes/${merchant_id}/${dispute.id}`, utr };
}

const UPHELD = { outcome: 'upheld', note: 'The bank called' };

async function proposed(client: Client, path: string, body: Fields = UPHELD): Promise<string> {
  const asked = await client.ask('POST', path, body);
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  return String(asked.body.id);
}

const approvalPath = (id: string) => `/approvals/${id}/approve`;
const note = { note: 'Checked by phone' };
const codeOf = ({ status, body }: Reply) => `${status} ${String(body.code ?? '')}`.trim();

function refused(reply: Reply, why: RegExp): void {
  assert.equal(codeOf(reply), '403 second_person_required');
  assert.match(String(reply.body.detail), why);
}

async function basisOf(path: string): Promise<unknown[]> {
  const { state, outcome, basis } = Object((await service.ask('GET', path)).body).dispute;
  return [state, outcome, basis];
}

test('two persons decide it: the outcome stands on the basis two_people', async () => {
  const { path } = await disputed();
  const first = await signedIn(maker);
  const id = await proposed(first, `${path}/decide`);
  assert.deepEqual(await basisOf(path), ['open', null, null], 'nothing is decided yet');
  const second = await signedIn(checker);
  const approved = await second.ask('POST', approvalPath(id), note);
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.equal(Object(approved.body.proposal).state, 'approved');
  assert.deepEqual(await basisOf(path), ['decided', 'upheld', 'two_people']);
});

test('neither the session that asked, nor another one, nor a token of the same person approves', async () => {
  const { path } = await disputed();
  const first = await signedIn(maker);
  const id = await proposed(first, `${path}/decide`);
  const other = await signedIn(maker);
  const token = await tokenOf(service, maker.id);
  const nobodys = await tokenOf(service, null);
  const by = (authorization: string) =>
    ask(service, { authorization }, { method: 'POST', path: approvalPath(id), body: note });
  const approve = approvalPath(id);
  refused(await first.ask('POST', approve, note), /You made this proposal/);
  refused(await other.ask('POST', approve, note), /You made this proposal/);
  refused(await by(token), /You made this proposal/);
  refused(await by(nobodys), /belongs to nobody/);
  assert.deepEqual(await basisOf(path), ['open', null, null]);
});

test('what a token of the maker asked, the maker’s session does not approve', async () => {
  const { path } = await disputed();
  const authorization = await tokenOf(service, maker.id);
  const asked = await ask(
    service,
    { authorization },
    { method: 'POST', path: `${path}/decide`, body: UPHELD },
  );
  assert.equal(asked.status, 202);
  const approve = approvalPath(String(asked.body.id));
  const same = await signedIn(maker);
  refused(await same.ask('POST', approve, note), /You made this proposal/);
  assert.deepEqual(await basisOf(path), ['open', null, null]);
});

test('a message that came meanwhile makes the proposal void', async () => {
  const { path } = await disputed();
  const first = await signedIn(maker);
  const id = await proposed(first, `${path}/decide`);
  assert.equal((await first.ask('POST', `${path}/message`, { text: 'New receipt' })).status, 200);
  const second = await signedIn(checker);
  assert.equal(codeOf(await second.ask('POST', approvalPath(id), note)), '422 proposal_changed');
  assert.deepEqual(await basisOf(path), ['open', null, null]);
});

test('an outcome with evidence of the bank takes one person', async () => {
  const { path, utr } = await disputed();
  const first = await signedIn(maker);
  const body = { outcome: 'rejected', note: 'Paid', evidence_utr: utr };
  const decided = await first.ask('POST', `${path}/decide`, body);
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  assert.deepEqual((await basisOf(path)).slice(1), ['rejected', 'utr']);
});

test('without a band one person decides, and the dispute says that it was one', async () => {
  await setBands(null);
  const { path } = await disputed();
  const first = await signedIn(maker);
  assert.equal((await first.ask('POST', `${path}/decide`, UPHELD)).status, 200);
  assert.deepEqual(await basisOf(path), ['decided', 'upheld', 'one_person']);
  await setBands(0);
});

test('of two people who decide on one version, the second is told and overwrites nothing', async () => {
  await setBands(null);
  const { path } = await disputed();
  const [first, second] = [await signedIn(maker), await signedIn(checker)];
  const expected_sequence = 1;
  const upheld = { ...UPHELD, expected_sequence };
  assert.equal((await first.ask('POST', `${path}/decide`, upheld)).status, 200);
  const late = await second.ask('POST', `${path}/decide`, {
    outcome: 'rejected',
    note: 'Seen in the statement',
    expected_sequence,
  });
  assert.equal(codeOf(late), '422 changed_meanwhile');
  const { state, changed_by, changed_act } = late.body;
  assert.deepEqual([state, changed_by, changed_act], ['decided', 'Ada', 'dispute_decided']);
  const wrong = await second.ask('POST', `${path}/withdraw`, { expected_sequence: 0 });
  assert.equal(Object(wrong.body.errors)[0].field, 'expected_sequence');
  assert.deepEqual(await basisOf(path), ['decided', 'upheld', 'one_person']);
  await setBands(0);
});

test('a stale decision is refused before a second person is asked', async () => {
  const { path } = await disputed();
  const first = await signedIn(maker);
  assert.equal((await first.ask('POST', `${path}/message`, { text: 'Receipt?' })).status, 200);
  const late = await first.ask('POST', `${path}/decide`, { ...UPHELD, expected_sequence: 1 });
  assert.equal(codeOf(late), '422 changed_meanwhile');
});
