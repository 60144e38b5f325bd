// What is decided about merchants, endpoints and tokens: limits, and what a second person is asked.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { suite, test } from 'node:test';
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
import { DEFAULT_SETTINGS } from '../../../server/domain/record/merchant.ts';
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
  merchant_id: 'shop',
  name: 'Shop',
  balance_currency: 'EUR',
  settings: DEFAULT_SETTINGS,
  is_house: false,
  created_at: 0,
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
        deepEqual(saved.settings, wanted);
        equal(saved.name, 'Shop');
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
  is_own: false,
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
