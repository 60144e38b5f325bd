// What is decided about settings: limits, who may do what, and what a second person is asked.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { decideAccount } from '../../../server/domain/account/change-account.ts';
import { decideNewRecipient } from '../../../server/domain/alert-setting/change-recipient.ts';
import { decideBands } from '../../../server/domain/approval/change-bands.ts';
import { decideRuleSwitch } from '../../../server/domain/line/change-line-rule.ts';
import {
  decideEndpoint,
  decideGone,
  decideNewEndpoint,
  decideRemoval,
} from '../../../server/domain/merchant/change-endpoint.ts';
import { decideMerchant } from '../../../server/domain/merchant/change-merchant.ts';
import { decideRates, decideTariffs } from '../../../server/domain/merchant/set-prices.ts';
import {
  decideIssue,
  decideTokenRotation,
  TOKENS_MAX,
} from '../../../server/domain/operator-token/change-operator-token.ts';
import { decideRole } from '../../../server/domain/person/change-person.ts';
import { DEFAULT_SETTINGS } from '../../../server/domain/record/merchant.ts';
import { UNLIMITED_ACCOUNT } from '../../../server/domain/record/receiving-account.ts';
import { decideSharing, decideViewRemoval } from '../../../server/domain/saved-view/change-view.ts';
import { LIMITS } from '../../../server/domain/service/limits.ts';
import { isRefusal } from '../../../server/domain/service/refusal.ts';
import type { Asker } from '../../../server/domain/setting/settings-decision.ts';
import { parsePercent, parseRate } from '../../../server/domain/values/rate.ts';
import { fc } from '../../support/property.ts';

const OWNER: Asker = {
  person_id: 'owner',
  operator_token_id: null,
  role: 'owner',
  scopes: null,
  merchant_id: null,
  identity: 'person:owner',
};
const OF_MERCHANT: Asker = { ...OWNER, role: 'merchant_admin', merchant_id: 'shop' };

/** What came of it, in a word: the code of a refusal, or whether somebody is asked. */
function outcome(verdict: object): string {
  if (isRefusal(verdict)) return verdict.code;
  if ('is_unchanged' in verdict) return 'unchanged';
  return 'ask' in verdict && verdict.ask !== null ? 'asked' : 'alone';
}

const SHOP = {
  merchant: {
    merchant_id: 'shop',
    name: 'Shop',
    balance_currency: 'EUR',
    settings: DEFAULT_SETTINGS,
    is_house: false,
    created_at: 0,
  },
  callbacks: { url: null, secret: 's0', previous_secret: null, previous_until: null },
};

suite('merchants', () => {
  test('only what is raised is asked about, and what is not named stays', () => {
    const change = (settings: Partial<typeof DEFAULT_SETTINGS>) =>
      decideMerchant(SHOP, { merchant_id: 'shop', name: null, settings });
    equal(outcome(change({ tolerance_cents: 5 })), 'asked');
    equal(outcome(change({ payin_life_minutes: 30 })), 'alone');
    fc.assert(
      fc.property(fc.nat(1000), fc.boolean(), (tolerance_cents, amount_shift) => {
        const { saved } = change({ tolerance_cents, amount_shift });
        const wanted = { ...DEFAULT_SETTINGS, tolerance_cents, amount_shift };
        deepEqual(saved.merchant.settings, wanted);
        equal(saved.merchant.name, 'Shop');
      }),
    );
  });

  test('tariffs in another order are the same to a second person', () => {
    const percent = parsePercent(1.5);
    ok(percent);
    const row = (currency: string) =>
      ({ direction: 'payin', type: null, currency, percent }) as const;
    const codes = fc.uniqueArray(fc.constantFrom('EUR', 'INR', 'USD', 'GBP'));
    fc.assert(
      fc.property(codes, (currencies) => {
        const tariffs = currencies.map(row);
        const { ask } = decideTariffs(tariffs.toReversed(), { merchant_id: 'shop', tariffs });
        deepEqual(ask?.before, ask?.after);
      }),
    );
  });

  test('of a pair that is named twice the last rate counts', () => {
    const [first, last] = [parseRate(90), parseRate(91)];
    ok(first && last);
    const pair = { trade_currency: 'INR', balance_currency: 'EUR', source: 'test', at: 0 };
    const { saved, ask } = decideRates(
      [],
      [
        { ...pair, rate: first },
        { ...pair, rate: last },
      ],
    );
    deepEqual(
      saved.map(({ rate }) => rate),
      [last],
    );
    deepEqual(ask?.after, { 'INR/EUR': '91' });
  });
});

const ENDPOINT = {
  merchant_id: 'shop',
  number: 1,
  url: 'https://shop.example/hook',
  secret: 's1',
  previous_secret: null,
  previous_until: null,
  description: '',
  event_types: [],
  max_concurrent: null,
  max_per_second: null,
  disabled_at: null,
  disabled_by: null,
  created_at: 0,
} as const;
const FRESH = { merchant_id: 'shop', secret: 's2', now: 1_000 };

suite('callback endpoints', () => {
  const facts = (endpoints: (typeof ENDPOINT)[]) => ({ record: SHOP, endpoints, next_number: 2 });
  const added = (count: number, asker: Asker) =>
    decideNewEndpoint(
      facts(Array.from({ length: count }, () => ENDPOINT)),
      { ...FRESH, changes: { url: 'https://new.example/' } },
      asker,
    );

  test('a merchant’s own people decide about addresses alone', () => {
    equal(outcome(added(1, OWNER)), 'asked');
    equal(outcome(added(1, OF_MERCHANT)), 'alone');
    const changes = { url: 'https://new.example/' };
    const known = { ...facts([ENDPOINT]), before: ENDPOINT };
    const change = { ...FRESH, number: 1, changes };
    equal(outcome(decideEndpoint(known, change, OWNER)), 'asked');
    equal(outcome(decideEndpoint(known, change, OF_MERCHANT)), 'alone');
  });

  test('there are no more than the limit, and the default one is not removed', () => {
    equal(outcome(added(LIMITS.callback_endpoints_max, OWNER)), 'act_not_allowed');
    equal(outcome(added(LIMITS.callback_endpoints_max - 1, OWNER)), 'asked');
    const before = { ...ENDPOINT, number: 0 };
    equal(outcome(decideRemoval({ ...facts([]), before })), 'act_not_allowed');
  });

  test('an address that has changed meanwhile is not disabled', () => {
    const gone = (url: string) =>
      decideGone(facts([ENDPOINT]), { merchant_id: 'shop', number: 1, url, now: 1_000 });
    equal(outcome(gone('https://earlier.example/')), 'unchanged');
    const verdict = gone(ENDPOINT.url);
    equal(outcome(verdict), 'alone');
    ok(!isRefusal(verdict) && verdict.saved?.disabled_by === 'gone');
  });
});

const TOKEN = {
  operator_token_id: 't1',
  name: 'program',
  role: 'viewer',
  scopes: null,
  person_id: 'owner',
  merchant_id: null,
  allowed_ips: [],
  expires_at: 10_000,
  created_at: 0,
  last_used_at: null,
  revoked_at: null,
} as const;

suite('tokens of operators', () => {
  const TEXT = { text: 'op_x', token_hash: 'hash' };
  const issue = (facts: { role: 'owner' | 'viewer' | null; tokens: number }, asker = OWNER) => {
    const token = { ...TOKEN, role: 'owner' as const };
    return outcome(decideIssue(facts, { token, ...TEXT, asked_end: undefined, now: 0 }, asker));
  };

  test('nobody gives more than they and their person have now', () => {
    equal(issue({ role: 'owner', tokens: 0 }), 'asked');
    equal(issue({ role: 'viewer', tokens: 0 }), 'forbidden');
    equal(issue({ role: null, tokens: 0 }), 'forbidden');
    equal(issue({ role: 'owner', tokens: 0 }, { ...OWNER, role: 'viewer' }), 'forbidden');
  });

  test('the limit holds, and is told before anybody is asked', () => {
    equal(issue({ role: 'owner', tokens: TOKENS_MAX - 1 }), 'asked');
    equal(issue({ role: 'owner', tokens: TOKENS_MAX }), 'token_limit');
  });

  const rotation = (old: Parameters<typeof decideTokenRotation>[0]['old'], now = 1_000) =>
    decideTokenRotation(
      { role: 'owner', tokens: 1, old },
      {
        operator_token_id: 't1',
        new_token_id: 't2',
        person_id: 'owner',
        overlap_hours: 1,
        now,
        ...TEXT,
      },
      OWNER,
    );

  test('only one’s own token is replaced, for as long as it had, and it never ends later', () => {
    equal(outcome(rotation({ ...TOKEN, person_id: 'other' })), 'forbidden');
    equal(outcome(rotation({ ...TOKEN, name: 'OPERATOR_TOKEN' })), 'forbidden');
    equal(outcome(rotation(null)), 'not_found');
    equal(outcome(rotation(TOKEN, 10_000)), 'not_found');
    fc.assert(
      fc.property(fc.nat(9_999), (now) => {
        const verdict = rotation(TOKEN, now);
        ok(!isRefusal(verdict));
        equal(verdict.saved.token.expires_at, now + 10_000);
        ok((verdict.saved.old.expires_at ?? 0) <= TOKEN.expires_at);
      }),
    );
  });
});

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
    const view = { saved_view_id: 'v1', owner_id: 'me', name: 'Mine', address: '/', created_at: 0 };
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
