// The sandbox's own bank as a rail: reads the batch's file, answers with pain.002, and makes bank
// lines, by the same functions that receive a real bank's files and lines.

import {
  nextSteps,
  type SimulatedStep,
  simulatedReport,
  simulatedUtr,
} from '../../domain/payout/simulated-bank.ts';
import type { PayoutAttempt, PayoutBatch } from '../../domain/record/payout-attempt.ts';
import { readPain001 } from '../../formats/payout-file/pain001-read.ts';
import { readPain002 } from '../../formats/payout-file/pain002.ts';
import { readSimulated } from '../../store/payout/payout-attempts.ts';
import { readPayoutBatches } from '../../store/payout/payout-batches.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import { takeLines } from '../line/bank-line-commands.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { SERVICE } from '../request/caller.ts';
import { aimAnswers } from './aim-answers.ts';
import { applyAnswers } from './apply-answers.ts';
import { railFileOf } from './payout-files.ts';
import type { Rail } from './rail.ts';

const MOST_AT_ONCE = 200;

type DueSteps = { attempt: PayoutAttempt; steps: SimulatedStep[] };

async function tellAnswers(
  app: App,
  batch: PayoutBatch,
  due: readonly DueSteps[],
): Promise<number> {
  const answers = due.flatMap(({ attempt: { end_to_end_id }, steps }) =>
    steps.flatMap((step) => (step.kind === 'answer' ? { ...step.answer, end_to_end_id } : [])),
  );
  if (answers.length === 0) return 0;
  const report = readPain002(simulatedReport(batch.message_id, answers));
  const applied = await applyAnswers(app, SERVICE, await aimAnswers(app, report));
  return applied.filter(({ effect }) => effect === 'noted' || effect === 'rejected').length;
}

/**
 * The line's id at the bank stays the same, so that a repeated line is recognised as a duplicate.
 */
function lineOf(
  { end_to_end_id, amount_cents }: PayoutAttempt,
  kind: 'debit' | 'return',
  booked_at: number,
) {
  const went_out = kind === 'debit';
  return {
    amount_cents: went_out ? -amount_cents : amount_cents,
    booked_at,
    booked_exactly: true,
    utr: went_out ? simulatedUtr(end_to_end_id) : null,
    text: `SIMULATED ${went_out ? 'TRANSFER' : 'RETURN AC04'} ${end_to_end_id}`,
    bank_id: `simulated-${kind}-${end_to_end_id}`,
  };
}

async function bookLines(app: App, batch: PayoutBatch, due: readonly DueSteps[]): Promise<number> {
  const lines = due.flatMap(({ attempt, steps }) =>
    steps.flatMap(({ kind }) => (kind === 'answer' ? [] : lineOf(attempt, kind, serviceTime(app)))),
  );
  if (lines.length === 0) return 0;
  const account = await findAccount(app, batch.receiving_account_id);
  if (account === undefined) throw new Error('The account of a batch is not there');
  let booked = 0;
  for await (const taken of takeLines(app, SERVICE, account, lines)) {
    booked += taken.filter(({ duplicate }) => !duplicate).length;
  }
  return booked;
}

/** Pays only what is in the file, as any bank does. */
async function payBatch(
  app: App,
  batch: PayoutBatch,
  attempts: readonly PayoutAttempt[],
): Promise<number> {
  const { content } = await railFileOf(app, batch);
  const asked = new Set(readPain001(content).payments.map((payment) => payment.end_to_end_id));
  const due = attempts
    .filter(({ end_to_end_id }) => asked.has(end_to_end_id))
    .map((attempt) => ({ attempt, steps: nextSteps(attempt) }));
  return (await tellAnswers(app, batch, due)) + (await bookLines(app, batch, due));
}

export const SIMULATED_BANK: Rail = {
  name: 'simulated_bank',
  problem: (app) => (app.mode === 'sandbox' ? null : 'is in the sandbox only'),
  async prepare(app, batch) {
    await railFileOf(app, batch);
  },
  async work(app) {
    if (app.mode !== 'sandbox') return 0;
    const { db, cipher } = app.store;
    const attempts = await readSimulated(db, cipher, serviceTime(app), MOST_AT_ONCE);
    const by_batch = Map.groupBy(attempts, ({ payout_batch_id }) => payout_batch_id ?? '');
    let done = 0;
    for (const { batch } of await readPayoutBatches(db, cipher, [...by_batch.keys()])) {
      done += await payBatch(app, batch, by_batch.get(batch.payout_batch_id) ?? []);
    }
    return done;
  },
};
