// The rule of two: who may approve, when, and what an approval is bound to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askIn, checkApproval } from '../../../server/domain/approval/check-approval.ts';
import { bandsOf, NO_BANDS } from '../../../server/domain/record/band.ts';
import {
  type ApprovalAsk,
  type Identity,
  PROPOSAL_STATES,
  type Proposal,
} from '../../../server/domain/record/proposal.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import { fc } from '../../support/property.ts';

const NOW = 1_000;
const ASK: ApprovalAsk = {
  act: 'pay_out',
  currency: 'INR',
  amount_cents: 500n,
  merchant_id: 'm',
  payee_number: '1',
  receiving_account_id: null,
  target: 'trades/m/t',
  version: '3',
  content: '{"payee":["1"]}',
};
const ALWAYS = bandsOf('sandbox', [{ act: 'pay_out', currency: null, from_cents: 0n }]);
const MAKER: Identity = 'person:maker';
const ALONE = { identity: MAKER, sums: new Map() } as const;

const proposalWith = (fields: Partial<Proposal> = {}): Proposal => ({
  proposal_id: 'p',
  state: 'waiting',
  maker: MAKER,
  expires_at: NOW + 1,
  ask: ASK,
  ...fields,
});

function check(proposal: Proposal | undefined, identity: Identity, ask = ASK, bands = ALWAYS) {
  const checker = { identity, actor: { role: 'operator', id: 'x' } } as const;
  const approval = { proposal_id: 'p', checker };
  return checkApproval(bands, ask, { approval, proposal, ties: [] }, NOW);
}

function codeOf(checked: ReturnType<typeof checkApproval>): string {
  if (checked === null) return 'one is enough';
  return isRefusal(checked) ? checked.code : 'approved';
}

test('without an approval the bands decide, and the refusal says what is asked', () => {
  assert.equal(checkApproval(NO_BANDS, ASK, ALONE, NOW), null);
  const refusal = checkApproval(ALWAYS, ASK, ALONE, NOW);
  assert.equal(codeOf(refusal), 'approval_required');
  assert.deepEqual(askIn(refusal), ASK);
  assert.doesNotMatch(JSON.stringify(isRefusal(refusal) && refusal.extra), /payee/);
});

test('who may approve, and when', () => {
  const cases = [
    [proposalWith(), 'person:other', 'approved'],
    [proposalWith(), 'person:maker', 'second_person_required'],
    [proposalWith(), 'token:automation', 'second_person_required'],
    [proposalWith({ maker: 'token:automation' }), 'token:automation', 'second_person_required'],
    [proposalWith({ maker: 'token:automation' }), 'token:another', 'second_person_required'],
    [proposalWith({ expires_at: NOW }), 'person:other', 'proposal_closed'],
    [undefined, 'person:other', 'not_found'],
    ...PROPOSAL_STATES.filter((state) => state !== 'waiting').map(
      (state) => [proposalWith({ state }), 'person:other', 'proposal_closed'] as const,
    ),
  ] as const;
  for (const [proposal, identity, expected] of cases) {
    assert.equal(codeOf(check(proposal, identity)), expected, `${proposal?.state} ${identity}`);
  }
});

test('an approval is checked and used up even if one person would be enough by now', () => {
  assert.equal(codeOf(check(proposalWith(), MAKER, ASK, NO_BANDS)), 'second_person_required');
  const used = check(proposalWith(), 'person:other', ASK, NO_BANDS);
  assert.ok(used !== null && 'proposal' in used);
  assert.equal(used.proposal.state, 'approved');
});

/** The content has the payee and the account already; these say in whose sums an act counts. */
const ONLY_COUNTED = ['payee_number', 'receiving_account_id'];

test('each part of the content that changes makes the proposal void', () => {
  const changed: Partial<ApprovalAsk>[] = [
    { act: 'refund' },
    { currency: 'USD' },
    { amount_cents: 501n },
    { amount_cents: null },
    { merchant_id: 'other' },
    { target: 'trades/m/other' },
    { version: '4' },
    { content: '{"payee":["2"]}' },
  ];
  assert.deepEqual(
    [...new Set(changed.flatMap(Object.keys))].sort(),
    Object.keys(ASK)
      .filter((name) => !ONLY_COUNTED.includes(name))
      .sort(),
    'every part has a case',
  );
  for (const part of changed) {
    const refusal = check(proposalWith(), 'person:other', { ...ASK, ...part });
    assert.equal(codeOf(refusal), 'proposal_changed', JSON.stringify(Object.keys(part)));
    assert.deepEqual(isRefusal(refusal) && refusal.extra, { changed: Object.keys(part)[0] });
  }
});

const identities = fc
  .tuple(fc.constantFrom('person', 'token'), fc.constantFrom('a', 'b', 'c'))
  .map(([kind, id]) => `${kind}:${id}` as Identity);
const asks = fc.record({
  amount_cents: fc.bigInt(0n, 3n),
  version: fc.constantFrom('1', '2'),
  content: fc.constantFrom('x', 'y'),
});

test('nobody approves alone, whatever the bands, the state and the content', () => {
  const property = fc.property(
    identities,
    identities,
    fc.constantFrom(...PROPOSAL_STATES),
    asks,
    asks,
    fc.integer({ min: NOW - 2, max: NOW + 2 }),
    (maker, checker, state, made, present, expires_at) => {
      const proposal = proposalWith({ maker, state, expires_at, ask: { ...ASK, ...made } });
      const approved = codeOf(check(proposal, checker, { ...ASK, ...present })) === 'approved';
      const is_same =
        JSON.stringify({ ...made, amount_cents: String(made.amount_cents) }) ===
        JSON.stringify({ ...present, amount_cents: String(present.amount_cents) });
      const expected =
        state === 'waiting' &&
        expires_at > NOW &&
        checker !== maker &&
        checker.startsWith('person:') &&
        is_same;
      assert.equal(approved, expected);
    },
  );
  fc.assert(property, { numRuns: 3_000 });
});
