// What the console says after a lost answer is what the service does with the same request once
// more, and each form that makes something leads to the list where that would stand.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NotSent, Unreachable } from '../../../console/api/client.ts';
import { DONE_ONCE, MAKES_ANOTHER } from '../../../console/api/repeats.gen.ts';
import { lostOf, MADE_IN, type Making } from '../../../console/parts/act/lost.ts';
import { untilAnswered } from '../../../console/parts/act/until-answered.ts';
import { callAt } from '../../support/checkout/calls.ts';
import { readCheckout } from '../../support/checkout/checkout.ts';

const SCREENS = new Map(
  [...readCheckout(['.tsx', '.ts'])].filter(([path]) => path.startsWith('console/')),
);

/** The files whose forms make another one each time, by what they ask of the service. */
const FORMS: Readonly<Record<Making, string>> = {
  createMerchant: 'console/screens/merchants/create-merchant.tsx',
  issueToken: 'console/screens/merchants/issue-token.tsx',
  createReceivingAccount: 'console/screens/accounts/create-account.tsx',
  createLineRule: 'console/screens/bank/rules/rule-form.tsx',
  issueFeedToken: 'console/screens/settings/feed-token-acts.tsx',
  issueOperatorToken: 'console/screens/settings/operator-token-acts.tsx',
  rotateOperatorToken: 'console/screens/settings/operator-token-acts.tsx',
  issueOwnToken: 'console/screens/account/own-tokens.tsx',
  createScheduledReport: 'console/screens/reports/schedule-acts.tsx',
  draftSettlement: 'console/screens/merchants/merchant-settlements.tsx',
  createAlertRecipient: 'console/screens/settings/recipient-acts.tsx',
  createSavedView: 'console/parts/views/saved-views.tsx',
  invitePerson: 'console/screens/people/invite.tsx',
};

const callersOf = (name: string): string[] =>
  [...SCREENS].flatMap(([path, text]) => (text.includes(`call('${name}'`) ? [path] : []));

const callsOf = (name: string): string[] =>
  [...SCREENS.values()].flatMap((text) =>
    [...text.matchAll(new RegExp(`call\\('${name}'`, 'g'))].map(({ index }) => callAt(text, index)),
  );

describe('a form that makes another one each time', () => {
  it('is known by what it asks for', () => {
    const found = MAKES_ANOTHER.map((name) => [name, callersOf(name)]);
    deepEqual(
      Object.fromEntries(found),
      Object.fromEntries(MAKES_ANOTHER.map((name) => [name, [FORMS[name]]])),
    );
  });

  for (const name of MAKES_ANOTHER) {
    it(`leads to a screen: ${name}`, () => {
      const path = { id: 'a' };
      const lost = lostOf({ name, path });
      deepEqual(lost, { kind: 'another', where: MADE_IN[name], path });
      const { to } = MADE_IN[name];
      ok(to === null || SCREENS.get('console/router.tsx')?.includes(`'${to}'`), to ?? '');
    });
  }
});

describe('what is said of a lost answer', () => {
  it('is what the route does with the same request', () => {
    const kindOf = (name: Parameters<typeof lostOf>[0]) => lostOf(name).kind;
    for (const name of DONE_ONCE) equal(kindOf({ name, path: {} }), 'once');
    equal(kindOf({ name: 'updateMerchant', path: {} }), 'same');
    equal(kindOf({ name: 'revokeToken', path: {} }), 'same');
    equal(kindOf({ name: 'testAlertRecipient', path: {} }), 'look');
    equal(kindOf(null), 'look');
  });

  it('is true of the key: whatever is done once is sent with one', () => {
    const without = DONE_ONCE.filter((name) => name !== 'importRefunds').flatMap((name) =>
      callsOf(name).filter((one) => !/idempotency_key/.test(one)),
    );
    deepEqual(without, []);
    ok(DONE_ONCE.flatMap(callsOf).length >= 10);
  });
});

const ADJUSTED = new Unreachable('lost', { asked: { name: 'addAdjustment', path: {} } });
const CREATED = new Unreachable('lost', { asked: { name: 'createMerchant', path: {} } });

type Case = readonly [of: string, answers: readonly unknown[], end: unknown, tries: number];

const CASES: readonly Case[] = [
  ['an answer', ['made'], 'made', 1],
  ['a lost answer of what is done once', [ADJUSTED, 'made'], 'made', 2],
  ['two of them', [ADJUSTED, ADJUSTED, 'made'], 'made', 3],
  ['a lost answer, and then nobody to ask', [ADJUSTED, new NotSent(), 'made'], 'made', 3],
  ['no answer ever', Array(9).fill(ADJUSTED), ADJUSTED, 5],
  ['nobody to ask ever after', [ADJUSTED, ...Array(9).fill(new NotSent())], ADJUSTED, 5],
  ['a lost answer of what is made anew', [CREATED, 'made'], CREATED, 1],
  ['a refusal', [new Error('no')], new Error('no'), 1],
  ['a refusal after a lost answer', [ADJUSTED, new Error('no')], new Error('no'), 2],
  ['what was never sent', [new NotSent(), 'made'], new NotSent(), 1],
];

async function tried(answers: readonly unknown[], lost: Unreachable | null, stays = true) {
  let tries = 0;
  const run = () => {
    const answer = answers[tries];
    tries += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const wait = () => Promise.resolve(stays);
  const end = await untilAnswered(run, { lost, wait }).catch((error: unknown) => error);
  return { end, tries };
}

describe('sending the same again', () => {
  for (const [of, answers, end, tries] of CASES) {
    it(`ends as it should: ${of}`, async () => {
      deepEqual(await tried(answers, null), { end, tries });
    });
  }

  it('stops when the dialog is gone', async () => {
    deepEqual(await tried([ADJUSTED, 'made'], null, false), { end: ADJUSTED, tries: 1 });
  });

  it('never says “not sent” of what an earlier try may have done', async () => {
    const run = () => Promise.reject(new NotSent());
    const wait = () => Promise.resolve(true);
    await rejects(untilAnswered(run, { lost: CREATED, wait }), CREATED);
  });
});
