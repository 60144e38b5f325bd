// Every route of the operators that changes something: whether two people may have to agree to it,
// or why one is enough.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMAND_APPROVALS } from '../../../../server/domain/approval/command-approvals.ts';
import { APPROVAL_ACTS } from '../../../../server/domain/record/proposal.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { WAYS } from './approval-scene.ts';

const NO_MONEY = 'moves no money and changes no terms of it';
const LATER = 'its pay-out is approved when it is taken';
const OWN = 'the caller’s own access';
const ACCESS = 'access of people and tokens: needs a fresh confirmation and the right of an owner';
const APPROVAL = 'is itself the second person’s decision';

/** By operation: the reason why one person is enough. */
const ONE_PERSON: Readonly<Record<string, string>> = {
  revokeToken: 'only ends access',
  putCurrencies: NO_MONEY,
  updateBranding: NO_MONEY,
  putLogo: NO_MONEY,
  removeLogo: NO_MONEY,
  returnBankLine: LATER,
  createLineRule: 'a draft decides nothing',
  changeLineRule: 'a draft decides nothing',
  tryLineRule: NO_MONEY,
  switchLineRuleOff: NO_MONEY,
  decideSameLine: NO_MONEY,
  guessStatement: NO_MONEY,
  completeTrade: 'two people agreed when it was taken',
  cancelTrade: 'no money has moved',
  disputeTrade: 'only blocks money',
  completePayouts: 'two people agreed when they were taken',
  releaseFromPayoutBatch: 'of a draft nothing was sent',
  exportPayoutBatch: 'two people agreed to each pay-out when it was taken',
  draftSettlement: 'its approval needs two people',
  discardSettlement: 'no money moves',
  advanceSandboxClock: 'there is no real money in a sandbox',
  sharePresence: NO_MONEY,
  shareSavedView: NO_MONEY,
  releaseHolds: 'the credit is the merchant’s, and leaves only by a pay-out',
  openDispute: 'only blocks money',
  messageDispute: NO_MONEY,
  sendDisputeFile: NO_MONEY,
  makeProof: NO_MONEY,
  adoptCopy: 'moves no money; after a loss there may be one owner only',
  askDispute: NO_MONEY,
  assignDispute: NO_MONEY,
  appealDispute: 'only blocks money',
  closeDispute: 'carries out what was decided before',
  approveProposal: APPROVAL,
  approveProposals: APPROVAL,
  rejectProposal: APPROVAL,
  withdrawProposal: 'the maker’s own proposal',
};

const REASONS_BY_RIGHT: readonly (readonly [RegExp, string])[] = [
  [/^own\./, OWN],
  [/^(?:people|tokens|operator_tokens|feed_tokens|sessions|access|keys|proofs)\b/, ACCESS],
  [/^(?:receipts|deliveries|callbacks|alerts|days|statements|exports|files)\b/, NO_MONEY],
];

const changing = OPERATOR_ROUTES.filter(({ method }) => method !== 'GET');

function reasonFor({ operation_id, right }: (typeof changing)[number]): string | undefined {
  return ONE_PERSON[operation_id] ?? REASONS_BY_RIGHT.find(([form]) => form.test(right))?.[1];
}

test('each route that changes something is gated, or says why not', () => {
  const unsaid = changing.filter(
    (route) => route.approval === undefined && reasonFor(route) === undefined,
  );
  assert.deepEqual(
    unsaid.map(
      ({ operation_id, right }) =>
        `${operation_id} (${right}): give its route the acts of \`approval\`, or ONE_PERSON a reason`,
    ),
    [],
  );
  const both = changing.filter(
    ({ operation_id, approval }) => approval !== undefined && operation_id in ONE_PERSON,
  );
  assert.deepEqual(
    both.map(({ operation_id }) => operation_id),
    [],
  );
  const known = new Set(changing.map(({ operation_id }) => operation_id));
  assert.deepEqual(
    Object.keys(ONE_PERSON).filter((name) => !known.has(name)),
    [],
    'a reason for no route',
  );
});

test('each act has a route that may ask for it, and each gated route gives a reason', () => {
  const gated = changing.filter(({ approval }) => approval !== undefined);
  const acts = new Set(gated.flatMap(({ approval }) => approval?.acts ?? []));
  assert.deepEqual([...acts].sort(), [...APPROVAL_ACTS].sort());
  for (const { operation_id, body, upload } of gated) {
    // The file is the reason, and its name is shown.
    if (upload !== undefined) continue;
    const text = JSON.stringify(body);
    assert.match(text, /"(?:note|reason)":/, operation_id);
  }
});

test('each act of a command has a way in that the tests go', () => {
  const acts = Object.values(COMMAND_APPROVALS).flatMap((row) => ('acts' in row ? row.acts : []));
  assert.ok(acts.length > 0 && Object.keys(WAYS).length >= 18);
});

test('each gated route that shows something once keeps it for whoever asked', () => {
  const showing = changing
    .filter(({ approval, answer }) => {
      return approval !== undefined && /shown only now/i.test(JSON.stringify(answer));
    })
    .map(({ operation_id }) => operation_id);
  const keeping = changing.filter(({ shows_once = [] }) => shows_once.length > 0);
  assert.deepEqual(
    keeping.map(({ operation_id }) => operation_id),
    showing,
  );
  for (const { operation_id, shows_once = [], answer } of keeping) {
    const fields = Object.keys(Object(answer).properties);
    for (const name of shows_once) assert.ok(fields.includes(name), `${operation_id}: ${name}`);
  }
});
