// The simulated bank answers orders by itself, step by step, some seconds apart.
import type { TradeKey } from '../../domain/record/trade.ts';
import { stepsFor } from '../../domain/sandbox/magic-values.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import {
  type DueAnswer,
  endSandboxAnswer,
  moveSandboxAnswer,
  takeSandboxAnswers,
} from '../../store/sandbox/sandbox-answers.ts';
import type { App } from '../process/app.ts';
import type { SandboxBank } from '../process/sandbox-bank.ts';
import { serviceTime } from '../process/service-time.ts';
import { tradeById } from '../trade/find-trade.ts';
import { playBank } from './play-bank.ts';

const MOST_AT_ONCE = 50;
const LEASE_MS = 30_000;

/** True if there is a further step. */
async function answerOne(app: App, bank: SandboxBank, due: DueAnswer): Promise<boolean> {
  const { merchant_id, trade_id, steps_done } = due;
  const trade = await tradeById(app, merchant_id, trade_id);
  if (trade === null) return false;
  const steps = stepsFor(trade, bank.answers);
  const step = steps[steps_done];
  if (step === undefined || step.state !== trade.state) return false;
  const name = `${trade_id}-${steps_done}-${step.act}`;
  const refused = await playBank(app, trade, { act: step.act, transfer: name, amount_cents: null });
  if (isRefusal(refused)) {
    app.log.warn({ trade_id, code: refused.code }, 'the simulated bank could not answer an order');
    return false;
  }
  return steps.length > steps_done + 1;
}

/** A pay-in without an account gets one from its page; until then the bank has nothing to pay. */
async function isWaiting(app: App, { merchant_id, trade_id }: TradeKey): Promise<boolean> {
  const trade = await tradeById(app, merchant_id, trade_id);
  return trade?.direction === 'payin' && trade.state === 'created';
}

/** Returns how many orders it answered. */
export async function answerSandboxOrders(app: App): Promise<number> {
  const bank = app.sandbox_bank;
  if (bank === null) return 0;
  const { db } = app.store;
  const due = await takeSandboxAnswers(db, {
    now: serviceTime(app),
    limit: MOST_AT_ONCE,
    lease_ms: LEASE_MS,
  });
  for (const answer of due) {
    const next_at = serviceTime(app) + bank.delay_ms;
    if (await isWaiting(app, answer)) {
      await moveSandboxAnswer(db, answer, answer.steps_done, next_at);
    } else if (await answerOne(app, bank, answer)) {
      await moveSandboxAnswer(db, answer, answer.steps_done + 1, next_at);
    } else {
      await endSandboxAnswer(db, answer);
    }
  }
  return due.length;
}
