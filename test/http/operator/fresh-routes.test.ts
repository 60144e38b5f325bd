// Dangerous acts ask a session for a recent confirmation: which ones, and how it is checked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Right } from '../../../server/domain/access/rights.ts';
import { checkConfirmation } from '../../../server/http/operator/access/check-access.ts';
import { asksStepUp, STEP_UP } from '../../../server/http/operator/access/step-up.ts';
import { OPERATOR_PREFIX, OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';

const CHANGES = OPERATOR_ROUTES.filter(({ method }) => method !== 'GET');

test('the list of changes with those that ask for a confirmation', (t) => {
  const lines = CHANGES.map((route) => {
    const place = `${route.method.padEnd(6)} ${OPERATOR_PREFIX}${route.url}`.padEnd(76);
    return place.concat(asksStepUp(route) ? 'confirm' : '-');
  });
  const file = fileURLToPath(new URL('../../golden/operator/confirmations.txt', import.meta.url));
  t.assert.fileSnapshot([...lines, ''].join('\n'), file, { serializers: [String] });
});

test('each route that changes something has a row with its reason, and each row a route', () => {
  const names = CHANGES.map(({ operation_id }) => operation_id);
  const without = names.filter((name) => !(name in STEP_UP));
  assert.deepEqual(
    without.map((name) => `${name}: no row in STEP_UP (server/http/operator/access/step-up.ts)`),
    [],
  );
  assert.deepEqual(Object.keys(STEP_UP).toSorted(), names.toSorted());
  for (const { why } of Object.values(STEP_UP)) assert.ok(why.length > 5);
});

test('whatever may need a second person asks for a confirmation', () => {
  const unasked = CHANGES.filter((route) => route.approval !== undefined && !asksStepUp(route));
  assert.deepEqual(unasked, []);
});

/** Whoever has one of these decides who may act, or where money goes. */
const DANGEROUS: readonly Right[] = [
  'adjustments.add',
  'bank_lines.decide',
  'bank_lines.give',
  'callbacks.change',
  'disputes.decide',
  'keys.rotate',
  'merchants.change',
  'payouts.pay',
  'people.change',
  'rates.change',
  'receiving_accounts.change',
  'refunds.make',
  'settlement_accounts.change',
  'tariffs.change',
  'trades.decide',
  'trades.reverse',
];
/** Changes under such a right that give nothing to anybody, and those that end access at once. */
const HARMLESS = [
  'advanceSandboxClock',
  'cancelTrade',
  'disablePerson',
  'putCurrencies',
  'revokeSession',
  'revokeSessionsOfPerson',
];

test('every change under a dangerous right asks for one', () => {
  const open = CHANGES.filter((route) => DANGEROUS.includes(route.right) && !asksStepUp(route));
  assert.deepEqual(open.map(({ operation_id }) => operation_id).toSorted(), HARMLESS);
});

test('nothing that only reads asks for one, and what has no row does', () => {
  assert.deepEqual(
    OPERATOR_ROUTES.filter((one) => one.method === 'GET' && asksStepUp(one)),
    [],
  );
  assert.ok(asksStepUp({ method: 'POST', operation_id: 'forgotten' }));
});

const NOW = 1_800_000_000_000;
const session = (confirmed_at: number | null) => ({ session_id: 'a', confirmed_at });
const TOKEN = { session_id: null, confirmed_at: null };
const ownToken = (confirmed_at: number | null) =>
  ({ session_id: null, confirmed_at, is_own_token: true }) as const;
const FRESH = { method: 'POST', operation_id: 'confirmTrade' } as const;
const PLAIN = { method: 'POST', operation_id: 'cancelTrade' } as const;

test('a session and a token of one’s own pass for five minutes, a program’s token always', () => {
  const table = [
    [session(NOW), FRESH, null],
    [session(NOW - 300_000), FRESH, null],
    [session(NOW - 300_001), FRESH, 'confirmation_required'],
    [session(NOW + 6_000), FRESH, 'confirmation_required'],
    [session(null), FRESH, 'confirmation_required'],
    [session(null), PLAIN, null],
    [ownToken(NOW - 300_000), FRESH, null],
    [ownToken(NOW - 300_001), FRESH, 'confirmation_required'],
    [ownToken(null), FRESH, 'confirmation_required'],
    [ownToken(null), PLAIN, null],
    [TOKEN, FRESH, null],
    [TOKEN, PLAIN, null],
  ] as const;
  for (const [caller, route, code] of table) {
    assert.equal(checkConfirmation(caller, route, NOW)?.code ?? null, code);
  }
});
