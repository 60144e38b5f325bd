// Situations of bank lines whose money nobody is credited with, by the reason that they lead to.
import assert from 'node:assert/strict';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { act, merchantWith } from '../../support/model/domain-commands.ts';
import type { DomainScene } from '../../support/model/domain-scene.ts';
import { asked, came, claimed, decided, type Story, to, UTR } from './line-story-steps.ts';

/** The part of a line that waits in suspense. */
function restOf(on: DomainScene, { bank_line_id }: BankLine): BankLine {
  const rest = [...on.world.lines.values()].find(
    ({ line, outcome }) => line.parent_line_id === bank_line_id && outcome.status === 'suspense',
  );
  return rest?.line ?? assert.fail('nothing waits');
}

/** An over-payment that a person confirms at the requested amount. */
function overpaid(on: DomainScene): BankLine {
  const trade = claimed(on);
  const line = came(on, { utr: UTR, amount_cents: 12_000n });
  on.trade(act(trade, 'confirm', { amount_cents: 10_000n }));
  return line;
}

export const OWED_LINE_STORIES = {
  overpaid: { 'what came beyond the credit': (on) => restOf(on, overpaid(on)) },
  divided: { 'the whole line': overpaid },
  kept: { 'by a person': (on) => decided(on, restOf(on, overpaid(on)), { act: 'keep' }) },
  credited_to_merchant: {
    'what came beyond the credit': (on) => {
      const rest = restOf(on, overpaid(on));
      return decided(on, rest, { act: 'credit', merchant_id: merchantWith().merchant_id });
    },
  },
  credit_reversed: {
    'a person reversed its pay-in': (on) => {
      const trade = asked(on);
      const line = came(on);
      on.trade(act(trade, 'reverse'));
      return line;
    },
  },
  beyond_credit: {
    'what the bank took beyond the credit': (on) => {
      const trade = asked(on);
      came(on);
      return restOf(on, decided(on, came(on, { amount_cents: -12_000n }), to(on.now(trade))));
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Story>>>>;
