// Which rules for two people count as off, and who is told to have switched them off.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openedRules, openedText, whoOpened } from '../../../server/domain/approval/opened.ts';
import { type Band, bandName, bandsOf } from '../../../server/domain/record/band.ts';
import { APPROVAL_ACTS, type ApprovalAct } from '../../../server/domain/record/proposal.ts';

const band = (name: string, from_cents: bigint | null): Band => {
  const [act = '', currency = '*'] = name.split('/');
  return { act: act as ApprovalAct, currency: currency === '*' ? null : currency, from_cents };
};

const openIn = (
  bands: readonly Band[],
  sums: readonly Band[] = [],
  mode: 'live' | 'sandbox' = 'live',
) => openedRules(bandsOf(mode, bands, sums)).map(bandName);

suite('what one person alone may do without a limit', () => {
  const cases: readonly [name: string, bands: Band[], sums: Band[], open: string[]][] = [
    ['nothing by default', [], [], []],
    ['an act that is off', [band('refund', null)], [], ['refund/*']],
    ['one currency only', [band('refund/INR', null)], [], ['refund/INR']],
    ['every other currency', [band('refund', null), band('refund/INR', 5n)], [], ['refund/*']],
    ['a setting that is off', [band('tariff', null)], [], ['tariff/*']],
    ['a setting that always needs two', [band('tariff', 0n)], [], []],
    ['a day without a sum', [], [band('pay_out/INR', null)], ['pay_out/INR']],
    [
      'an act without a band, and a sum',
      [band('pay_out/INR', null)],
      [band('pay_out/INR', 9n)],
      [],
    ],
    ['a busy desk', [band('pay_out/INR', 5_000_000n)], [band('pay_out/INR', 90_000_000n)], []],
    ['just below a thousand times', [band('pay_out/INR', 99_999_999n)], [], []],
    ['as good as off', [band('pay_out/INR', 100_000_000n)], [], ['pay_out/INR']],
    ['a day that is as good as off', [], [band('pay_out/JPY', 1_000_000_000n)], ['pay_out/JPY']],
    ['evidence, whose band is the day', [band('evidence/INR', 100_000_000n)], [], ['evidence/INR']],
    ['evidence that is off', [band('evidence', null)], [], ['evidence/*']],
  ];
  for (const [name, bands, sums, open] of cases) {
    test(name, () => assert.deepEqual(openIn(bands, sums), open));
  }

  test('nothing is told of in the sandbox', () => {
    assert.deepEqual(openIn([band('refund', null)], [], 'sandbox'), []);
  });

  test('every act can be off', () => {
    const all = openIn(APPROVAL_ACTS.map((act) => band(act, null)));
    assert.deepEqual(
      all,
      APPROVAL_ACTS.map((act) => `${act}/*`),
    );
  });
});

suite('who switched a rule off', () => {
  const change = (by: string, ...bands: Band[]) => ({ bands, sums: [], by });
  const off = [band('refund', null)];

  test('the change since which it is off, not a later one about something else', () => {
    const changes = [change('Ada', ...off), change('Bo', band('tariff', 0n))];
    const [opened] = whoOpened(bandsOf('live', off), changes);
    assert.deepEqual(opened, { act: 'refund', currency: null, by: 'Ada' });
  });

  test('the last time, if it was on in between', () => {
    const changes = [change('Ada', ...off), change('Bo', band('refund', 0n)), change('Cy', ...off)];
    assert.equal(whoOpened(bandsOf('live', off), changes)[0]?.by, 'Cy');
  });

  test('not who said the same again', () => {
    const changes = [change('Ada', ...off), change('Bo', ...off)];
    assert.equal(whoOpened(bandsOf('live', off), changes)[0]?.by, 'Ada');
  });

  test('nobody, if no known change did it', () => {
    assert.equal(whoOpened(bandsOf('live', off), [])[0]?.by, null);
  });
});

test('one sentence says what, who and when', () => {
  const rules = [band('refund', null), band('pay_out/INR', null)];
  const at = Date.UTC(2026, 10, 24, 9, 5);
  const what = 'One person alone may do without a limit: refund, pay_out/INR.';
  assert.equal(
    openedText(rules, { name: 'Ada', approved_by: 'Bo', at }),
    `${what} Ada switched the rules for two people off at 2026-11-24 09:05 UTC, and Bo approved it.`,
  );
  assert.equal(
    openedText(rules, null),
    `${what} The audit trail does not say who switched the rules off.`,
  );
  const all = APPROVAL_ACTS.map((act) => band(act, null));
  assert.match(openedText(all, null), /^One person alone may do without a limit: everything\./);
});
