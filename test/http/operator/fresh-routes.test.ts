// Dangerous acts ask a session for a recent confirmation: which ones, and how it is checked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Right } from '../../../server/domain/access/rights.ts';
import { checkConfirmation } from '../../../server/http/operator/access/check-access.ts';
import { OPERATOR_PREFIX, OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';

const CHANGES = OPERATOR_ROUTES.filter(({ method }) => method !== 'GET');

test('the list of changes with those that ask for a confirmation', (t) => {
  const lines = CHANGES.map(({ method, url, fresh }) =>
    `${method.padEnd(6)} ${OPERATOR_PREFIX}${url}`.padEnd(76).concat(fresh ? 'confirm' : '-'),
  );
  const file = fileURLToPath(new URL('../../golden/operator/confirmations.txt', import.meta.url));
  t.assert.fileSnapshot([...lines, ''].join('\n'), file, { serializers: [String] });
});

/** Whoever has one of these decides who may act, or where money goes. */
const DANGEROUS: readonly Right[] = [
  'adjustments.add',
  'callbacks.change',
  'keys.rotate',
  'people.change',
  'rates.change',
  'receiving_accounts.change',
  'settlement_accounts.change',
  'tariffs.change',
];
/** Changes under such a right that give nothing to anybody, and those that end access at once. */
const HARMLESS = ['disablePerson', 'putCurrencies', 'revokeSession', 'revokeSessionsOfPerson'];

test('every change under a dangerous right asks for one', () => {
  const open = CHANGES.filter(({ right, fresh }) => DANGEROUS.includes(right) && fresh !== true);
  assert.deepEqual(open.map(({ operation_id }) => operation_id).toSorted(), HARMLESS);
});

test('nothing that only reads asks for one', () => {
  const reading = OPERATOR_ROUTES.filter(({ method, fresh }) => method === 'GET' && fresh);
  assert.deepEqual(reading, []);
});

const NOW = 1_800_000_000_000;
const session = (confirmed_at: number | null) => ({ session_id: 'a', confirmed_at });
const TOKEN = { session_id: null, confirmed_at: null };
const FRESH = { fresh: true } as const;

test('a session passes within five minutes of its confirmation, a token always', () => {
  const table = [
    [session(NOW), FRESH, null],
    [session(NOW - 300_000), FRESH, null],
    [session(NOW - 300_001), FRESH, 'confirmation_required'],
    [session(NOW + 6_000), FRESH, 'confirmation_required'],
    [session(null), FRESH, 'confirmation_required'],
    [session(null), {}, null],
    [TOKEN, FRESH, null],
    [TOKEN, {}, null],
  ] as const;
  for (const [caller, route, code] of table) {
    assert.equal(checkConfirmation(caller, route, NOW)?.code ?? null, code);
  }
});
