// The part of the operators' tour about people and tokens of operators, and about what waits for a
// second person.
import { equal, ok } from 'node:assert/strict';
import { someone } from '../../operator/approval/approval-scene.ts';
import type { Sent } from '../example-recorder.ts';
import type { Json, Stage } from './stage.ts';

export async function tourPeople(stage: Stage): Promise<void> {
  await operatorTokens(stage);
  await people(stage);
  await ties(stage);
  await approvals(stage);
}

async function operatorTokens({ tour: { step } }: Stage) {
  const body = { name: 'Nightly reports', role: 'viewer', scopes: ['read'] };
  const { id } = await step('issueOperatorToken', { body }, 201);
  const path = { id };
  await step('listOperatorTokens', {}, 200);
  await step('changeOperatorToken', { path, body: { allowed_ips: ['203.0.113.7'] } }, 200);
  const next = await step('rotateOperatorToken', { path, body: { overlap_hours: 1 } }, 201);
  const gone = { path: { id: next.id }, body: { note: 'No longer used' } };
  await step('revokeOperatorToken', gone, 200);
}

async function people({ service, tour: { step } }: Stage) {
  const person = { name: 'Ada Rao', email: 'ada@house.example', role: 'viewer' };
  const { id } = await step('invitePerson', { body: { ...person, note: 'New' } }, 201);
  const path = { id };
  await step('relinkPerson', { path, body: { note: 'The first link is lost' } }, 200);
  await step('getPerson', { path }, 200);
  await step('listPeople', { query: { limit: 1 } }, 200);
  const role = { role: 'operator', reason: 'Works on pay-outs now' };
  await step('changePersonRole', { path, body: role }, 200);
  await step('listFactors', { path }, 200);
  await step('resetFactors', { path, body: { reason: 'Lost the phone' } }, 200);
  await step('disablePerson', { path, body: { reason: 'On leave' } }, 200);
  await step('enablePerson', { path, body: { reason: 'Is back' } }, 200);
  await step('revokeSessionsOfPerson', { path, body: { note: 'Lost laptop' } }, 200);
  await step('exportAccessReview', { query: {} }, 200);
  await step('exportAccessReviewWorkbook', { query: {} }, 200);
  const subject = { subject_type: 'trade', subject_id: id };
  const { authorization } = await someone(service);
  await step('sharePresence', { body: subject, headers: { authorization } }, 200);
}

/** Whoever invited somebody cannot be their second person until others untie them. */
async function ties({ service, tour: { step } }: Stage) {
  const [maker, other] = [await someone(service), await someone(service)];
  const by = ({ authorization }: { authorization: string }) => ({ headers: { authorization } });
  const body = { name: 'Bo Berg', email: 'bo@house.example', role: 'finance' };
  const { id } = await step('invitePerson', { body, ...by(maker) }, 201);
  const path = { id };
  await step('listTies', { path, ...by(other) }, 200);
  const reason = { from_person_id: maker.person_id, reason: 'I know both of them' };
  await step('untiePeople', { path, body: reason, ...by(other) }, 200);
}

/** Two people with tokens of their own, of whom one asks and the other one decides. */
async function approvals(stage: Stage) {
  const { step } = stage.tour;
  const { merchant_id } = stage.shop;
  const by = async () => ({ headers: await headersOf(stage) });
  const [maker, checker] = [await by(), await by()];
  const bands = [
    { act: 'adjustment', currency: 'INR', from_cents: 100_000 },
    { act: 'merchant_token', currency: null, from_cents: 0 },
  ];
  await step('setApprovalBands', { body: { bands, note: 'Our policy' } }, 200);
  await step('getApprovalBands', {}, 200);
  const propose = async (amount_cents: number): Promise<Json> => {
    const body = { amount_cents, reason: 'Top-up' };
    const sent = { path: { id: merchant_id }, body, ...maker };
    const { id } = await step('addAdjustment', sent, 202);
    return { id };
  };
  const path = await propose(200_000);
  await step('listApprovals', { query: { limit: 1 }, ...checker }, 200);
  await step('getApproval', { path, ...checker }, 200);
  await step('approveProposal', { path, body: { note: 'Seen at the bank' }, ...checker }, 200);
  const refused = await propose(300_000);
  await step('rejectProposal', { path: refused, body: { note: 'Too much' }, ...checker }, 200);
  await step('withdrawProposal', { path: await propose(400_000), body: {}, ...maker }, 200);
  const { id: together } = await propose(500_000);
  await step('approveProposals', { body: { proposals: [together] }, ...checker }, 200);
  const asked = { path: { id: merchant_id }, body: { mode: 'token', note: 'New server' } };
  const { id } = await step('issueToken', { ...asked, ...maker }, 202);
  await step('approveProposal', { path: { id }, body: { note: 'Yes' }, ...checker }, 200);
  await step('collectSecrets', { path: { id }, body: {}, ...maker }, 200);
}

const headersOf = async ({ service }: Stage) => ({
  authorization: (await someone(service)).authorization,
});

/** More than one caller may. */
const AT_ONCE = 40;

const NOBODY = '0190f3a0-0000-7000-8000-00000000dead';

/** Refusals that do not depend on the operation; shown with each. */
export async function tourRefusals({ service, tour: { send } }: Stage): Promise<Json> {
  const viewer = await someone(service, 'viewer');
  const answers: Json = {};
  const ask = async (status: number, name: string, sent: Sent) => {
    const reply = await send(name, sent);
    if (reply.status === status) answers[status] = reply.body;
    return reply.status;
  };
  const wrong = { authorization: 'Bearer wrong' };
  equal(await ask(401, 'listMerchants', { headers: wrong }), 401);
  const { authorization } = viewer;
  equal(await ask(403, 'createMerchant', { body: {}, headers: { authorization } }), 403);
  equal(await ask(404, 'getMerchant', { path: { id: NOBODY } }), 404);
  const body = { balance_currency: 'inr', settings: { payin_life_minutes: 0 } };
  equal(await ask(422, 'createMerchant', { body }), 422);
  const search = () => ask(429, 'search', { query: { q: 'HDFC00001234' } });
  const statuses = await Promise.all(Array.from({ length: AT_ONCE }, search));
  ok(statuses.includes(429));
  return answers;
}
