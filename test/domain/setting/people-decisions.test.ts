// What is decided about people, accounts, rules, views, recipients and bands.
import { deepEqual, equal } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decideAccount } from '../../../server/domain/account/change-account.ts';
import { decideNewRecipient } from '../../../server/domain/alert-setting/change-recipient.ts';
import { decideBands } from '../../../server/domain/approval/change-bands.ts';
import { decideRuleSwitch } from '../../../server/domain/line/change-line-rule.ts';
import { decideRole } from '../../../server/domain/person/change-person.ts';
import { UNLIMITED_ACCOUNT } from '../../../server/domain/record/receiving-account.ts';
import { decideSharing, decideViewRemoval } from '../../../server/domain/saved-view/change-view.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import type { Asker } from '../../../server/domain/setting/settings-decision.ts';
import { fc } from '../../support/property.ts';

const OWNER: Asker = {
  person_id: 'owner',
  operator_token_id: null,
  role: 'owner',
  scopes: null,
  merchant_id: null,
  identity: 'person:owner',
};

/** What came of it, in a word: the code of a refusal, or whether somebody is asked. */
function outcome(verdict: object): string {
  if (isRefusal(verdict)) return verdict.code;
  if ('is_unchanged' in verdict) return 'unchanged';
  return 'ask' in verdict && verdict.ask !== null ? 'asked' : 'alone';
}

suite('people, accounts, rules, views, recipients, bands', () => {
  const person = {
    person_id: 'p1',
    name: 'Ada',
    email: 'ada@example.com',
    role: 'viewer',
    merchant_id: null,
    state: 'active',
    second_factors: [],
    has_password: true,
    openid: null,
    created_at: 0,
    changed_at: 0,
  } as const;

  test('a new owner takes two people, once there have been two owners', () => {
    const role = (known_owners: number, asker = OWNER) =>
      decideRole(
        { person, active_owners: 1, known_owners, clock: 0 },
        { person_id: 'p1', terms: { role: 'owner', merchant_id: null }, reason: 'because' },
        asker,
      );
    equal(outcome(role(1)), 'alone');
    equal(outcome(role(2)), 'asked');
    equal(outcome(role(2, { ...OWNER, person_id: 'p1' })), 'forbidden');
  });

  test('the limits of an account fit together, whichever of them changes', () => {
    const before = {
      receiving_account_id: 'a1',
      type: 'account',
      currency: 'EUR',
      name: 'House',
      number: '100000000000',
      bank_name: null,
      ...UNLIMITED_ACCOUNT,
      simulated: false,
      created_at: 0,
    };
    const amount = fc.option(fc.bigInt(1n, 9n));
    fc.assert(
      fc.property(amount, amount, amount, (min, max, new_min) => {
        const known = { ...before, min_amount_cents: min, max_amount_cents: max };
        const changes = { min_amount_cents: new_min };
        const verdict = decideAccount(known, { receiving_account_id: 'a1', changes, now: 0 });
        const is_wrong = new_min !== null && max !== null && new_min > max;
        equal(outcome(verdict) === 'invalid_request', is_wrong);
      }),
    );
  });

  test('a rule is switched on only after it was tried, and off only if it is on', () => {
    const conditions = { direction: 'out', text: 'fee', counterparty: null } as const;
    const sizes = { min_amount_cents: null, max_amount_cents: null };
    const by = { actor: { role: 'operator', id: null }, changed_at: 0, note: 'n' } as const;
    const rule = {
      line_rule_id: 'r1',
      version: 3,
      receiving_account_id: 'a1',
      name: 'Fees',
      act: 'fee',
      conditions: { ...conditions, ...sizes },
      ...by,
    } as const;
    const to = (from: 'draft' | 'tried' | 'on' | 'off', state: 'on' | 'off') =>
      outcome(decideRuleSwitch({ ...rule, state: from }, { line_rule_id: 'r1', state, ...by }));
    deepEqual(
      (['draft', 'tried', 'on', 'off'] as const).map((from) => [to(from, 'on'), to(from, 'off')]),
      [
        ['act_not_allowed', 'act_not_allowed'],
        ['asked', 'act_not_allowed'],
        ['unchanged', 'alone'],
        ['asked', 'unchanged'],
      ],
    );
  });

  test('a view is its owner’s: colleagues see it if it is shared, strangers never', () => {
    const place = { name: 'Mine', address: '/', columns: null };
    const view = { saved_view_id: 'v1', owner_id: 'me', ...place, created_at: 0 };
    const table = [
      ['me', null, false, 'alone', 'alone'],
      ['colleague', null, true, 'alone', 'act_not_allowed'],
      ['colleague', null, false, 'not_found', 'not_found'],
      ['stranger', 'shop', true, 'not_found', 'not_found'],
    ] as const;
    for (const [owner_id, merchant_id, is_shared, sharing, removal] of table) {
      const known = { ...view, merchant_id: null, is_shared };
      const named = { saved_view_id: 'v1', reader: { owner_id, merchant_id } };
      equal(outcome(decideSharing(known, { ...named, is_shared: false })), sharing);
      equal(outcome(decideViewRemoval(known, named)), removal);
    }
  });

  test('recipients have a limit for the house and one for each merchant', () => {
    const recipient = (merchant_id: string | null) => ({
      alert_recipient_id: 'x',
      channel: 'email' as const,
      name: 'Desk',
      merchant_id,
      address: 'desk@example.com',
      secret: null,
      previous_secret: null,
      previous_secret_until: null,
      min_severity: 'warning' as const,
      kinds: [],
      enabled: true,
      created_at: 0,
      failing_since: null,
      last_problem: null,
      last_delivered_at: null,
    });
    for (const [merchant_id, most] of [[null, 20] as const, ['shop', 5] as const]) {
      const known = Array.from({ length: most }, () => recipient(merchant_id));
      const next = recipient(merchant_id);
      equal(outcome(decideNewRecipient(known, next)), 'act_not_allowed');
      equal(outcome(decideNewRecipient(known.slice(1), next)), 'alone');
    }
  });

  test('a change of bands that switches a rule off in live mode says so', () => {
    const rows = { bands: [], sums: [] };
    const set = (from_cents: bigint | null) =>
      decideBands(
        { mode: 'live', rows },
        { given: [{ act: 'tariff', currency: null, from_cents }], note: null },
      );
    equal(set(null).action, 'approval_bands_off');
    equal(set(0n).action, 'approval_bands_set');
  });
});
