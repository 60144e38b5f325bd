// A bank's messages about payments, as commands: for tests of their order and repetition.
import assert from 'node:assert/strict';
import type {
  AnswerPayout,
  Command,
  ExportPayouts,
  TakePayout,
} from '../../../server/domain/batch/command.ts';
import { attemptsOf } from '../../../server/domain/batch/world.ts';
import type { BankLine } from '../../../server/domain/record/bank-line.ts';
import { answerKind } from '../../../server/domain/record/payout-answer-kind.ts';
import { messageId, type PayoutAttempt } from '../../../server/domain/record/payout-attempt.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import {
  adjust,
  idOf,
  lineWith,
  OPERATOR_ACTOR,
  payout,
  take,
} from '../../support/model/domain-commands.ts';
import { type DomainScene, scene } from '../../support/model/domain-scene.ts';
import { fc } from '../../support/property.ts';

const ACCOUNT = idOf(2, 1);
const BATCH = idOf(8, 1);
let last = 0;
const command_id = () => {
  last += 1;
  return idOf(0xabc, last);
};

export function addBatch(on: DomainScene): void {
  on.world.payout_batches.set(BATCH, {
    payout_batch_id: BATCH,
    rail: 'files',
    receiving_account_id: ACCOUNT,
    currency: 'INR',
    message_id: messageId(BATCH),
    request_key: null,
    note: null,
    created_at: on.world.now,
    exported_at: null,
    handed_at: null,
    debtor: null,
    payout_count: null,
    total_cents: null,
  });
}

type OnTrade = Pick<Trade, 'merchant_id' | 'trade_id'>;
const common = ({ merchant_id, trade_id }: OnTrade) => ({
  command_id: command_id(),
  actor: OPERATOR_ACTOR,
  merchant_id,
  trade_id,
});

export const takeInto = (trade: OnTrade, payout_attempt_id: string): TakePayout => ({
  ...common(trade),
  kind: 'take_payout',
  payout_attempt_id,
  payout_batch_id: BATCH,
  receiving_account_id: ACCOUNT,
  account_currency: 'INR',
  note: null,
});

const debtor = {
  type: 'account',
  number: '999900001111',
  name: 'House',
  bank_name: null,
  execution_on: '2026-01-05',
};

export const exportAll = (): ExportPayouts => ({
  command_id: command_id(),
  actor: OPERATOR_ACTOR,
  kind: 'export_payouts',
  asked_execution_on: null,
  checked_attempts: null,
  payout_batch_id: BATCH,
  debtor,
});

type Said = { status: string; reason?: string; utr?: string };

export const answerTo = (
  attempt: PayoutAttempt,
  { status, reason = undefined, utr = undefined }: Said,
): AnswerPayout => ({
  ...common(attempt),
  kind: 'answer_payout',
  payout_attempt_id: attempt.payout_attempt_id,
  answer: {
    kind: answerKind(status, reason ?? null, 'payment'),
    status,
    reason: reason ?? null,
    text: null,
    utr: utr ?? null,
  },
});

/** The messages about one payment from a bank that does not contradict itself. */
const STORIES = {
  paid_by_line: ['ACTC', 'ACSP', 'debit'],
  paid_by_word: ['ACTC', 'ACSP', 'ACSC', 'debit'],
  paid_without_line: ['ACSP', 'ACSC'],
  rejected: ['ACTC', 'RJCT'],
  /** Booked and then reversed by the bank itself. */
  rejected_after_booking: ['ACSP', 'debit', 'RJCT', 'return'],
  returned: ['ACSP', 'debit', 'return'],
  returned_after_word: ['ACSC', 'debit', 'return'],
  copy_rejected: ['ACSP', 'copy', 'debit'],
  silence: ['PDNG'],
} as const;
export type Story = keyof typeof STORIES;
type Step = (typeof STORIES)[Story][number];
export type Event = { payment: number; step: Step };

/** How the payment is named in a bank's lines. */
const NAMES = ['id', 'id_and_utr', 'amount'] as const;
type Naming = (typeof NAMES)[number];

export const setting = fc.record({
  stories: fc.array(
    fc.record({
      story: fc.constantFrom(...(Object.keys(STORIES) as Story[])),
      naming: fc.constantFrom(...NAMES),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});
export type Setting = { stories: { story: Story; naming: Naming }[] };

/** A return names its payment; nobody could know it by the amount alone. */
function namingOf(story: Story, naming: Naming): Naming {
  const steps: readonly Step[] = STORIES[story];
  return steps.includes('return') && naming === 'amount' ? 'id' : naming;
}

const amountOf = (payment: number) => 1_000n + BigInt(payment) * 10n;
const utrOf = (payment: number) => `BANKUTR0000${payment}`;

export function eventsOf({ stories }: Setting): Event[] {
  return stories.flatMap(({ story }, payment) => STORIES[story].map((step) => ({ payment, step })));
}

export type Run = {
  on: DomainScene;
  trades: Trade[];
  attempts: PayoutAttempt[];
  lines: Map<string, BankLine>;
};

export function start({ stories }: Setting): Run {
  const on = scene();
  addBatch(on);
  on.run(adjust(1_000_000n));
  const trades = stories.map((_, payment) =>
    on.trade(payout({ trade_id: idOf(4, payment + 1), amount_cents: amountOf(payment) })),
  );
  for (const [payment, trade] of trades.entries()) {
    on.trade(takeInto(trade, idOf(9, payment + 1)));
  }
  on.run(exportAll());
  const attempts = trades.flatMap((trade) => attemptsOf(on.world, trade.trade_id));
  return { on, trades, attempts, lines: new Map() };
}

function lineOf(run: Run, given: Setting, { payment, step }: Event): BankLine {
  const key = `${payment}/${step}`;
  const known = run.lines.get(key);
  if (known !== undefined) return known;
  const told = given.stories[payment] ?? assert.fail();
  const naming = namingOf(told.story, told.naming);
  const went_out = step === 'debit';
  const id = run.attempts[payment]?.end_to_end_id ?? '';
  const line = lineWith({
    bank_line_id: idOf(5, payment * 2 + (went_out ? 1 : 2)),
    line_key: key,
    amount_cents: went_out ? -amountOf(payment) : amountOf(payment),
    booked_at: run.on.world.now,
    received_at: run.on.world.now,
    text: naming === 'amount' ? 'TRANSFER' : `${step} ${id}`,
    utr: naming === 'id_and_utr' ? utrOf(payment) : null,
  });
  run.lines.set(key, line);
  return line;
}

export function commandOf(run: Run, given: Setting, event: Event): Command {
  const attempt = run.attempts[event.payment] ?? assert.fail();
  if (event.step === 'debit' || event.step === 'return') return take(lineOf(run, given, event));
  if (event.step === 'copy') return answerTo(attempt, { status: 'RJCT', reason: 'DU04' });
  if (event.step === 'RJCT') return answerTo(attempt, { status: 'RJCT', reason: 'AC04' });
  const utr = event.step === 'ACSC' ? { utr: utrOf(event.payment) } : {};
  return answerTo(attempt, { status: event.step, ...utr });
}
