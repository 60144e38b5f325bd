// The sandbox's simulated bank does something with one order: as bank lines and as a rail, by the
// same functions that receive a real bank's.

import { simulatedUtr } from '../../domain/payout/simulated-bank.ts';
import type { Trade } from '../../domain/record/trade.ts';
import type { BankAct } from '../../domain/sandbox/magic-values.ts';
import { accountToPay, takenBackOf, transferOf } from '../../domain/sandbox/simulated-transfer.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { referenceOf } from '../../domain/values/reference.ts';
import { now } from '../../store/batch/store.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import { type GivenLine, takeLines } from '../line/bank-line-commands.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { SERVICE } from '../request/caller.ts';
import { plainAct } from '../trade/plain-act.ts';
import { sendByBank } from './send-by-bank.ts';

export type Play = {
  readonly act: BankAct;
  /** The same for the same transfer: told again, it is recognised. */
  readonly transfer: string;
  /** Null: as the act says. */
  readonly amount_cents: bigint | null;
};

type Transfer = Omit<Play, 'act'> & { readonly amount_cents: bigint; readonly utr: string };

function lineOf(trade: Trade, { transfer, amount_cents, utr }: Transfer, at: number): GivenLine {
  const reference = referenceOf(trade.trade_id);
  return {
    amount_cents,
    booked_at: at,
    booked_exactly: true,
    utr,
    text: `SIMULATED ${amount_cents < 0n ? 'RETURN' : 'TRANSFER'} ${reference}`,
    bank_id: `sandbox-${transfer}`,
  };
}

async function book(app: App, trade: Trade, lines: readonly GivenLine[]): Promise<Refusal | null> {
  const account = accountToPay(await findAccount(app, trade.receiving_account_id ?? ''));
  if (isRefusal(account)) return account;
  // One delivery each, as a bank does that tells a line again.
  for (const line of lines) {
    for await (const _ of takeLines(app, SERVICE, account, [line]));
  }
  return null;
}

async function transfer(app: App, trade: Trade, play: Play): Promise<Refusal | null> {
  const { act, transfer: name } = play;
  const amount_cents = transferOf(trade, play);
  if (isRefusal(amount_cents)) return amount_cents;
  const utr = trade.utr ?? simulatedUtr(name.replaceAll('-', ''));
  const line = lineOf(trade, { transfer: name, amount_cents, utr }, await now(app.store));
  return await book(app, trade, act === 'pay_twice' ? [line, line] : [line]);
}

async function takeBack(app: App, trade: Trade, play: Play): Promise<Refusal | null> {
  const taken = takenBackOf(trade, play.amount_cents);
  if (isRefusal(taken)) return taken;
  const given = { transfer: play.transfer, ...taken };
  return await book(app, trade, [lineOf(trade, given, await now(app.store))]);
}

async function submit(app: App, trade: Trade, act: 'expire' | 'fail'): Promise<Refusal | null> {
  const { merchant_id, trade_id } = trade;
  const on = { command_id: newId(), actor: SERVICE, merchant_id, trade_id, may_return: false };
  const how = act === 'expire' ? { at_once: true as const } : { reason: 'fake_proof' as const };
  const answer = await app.writer.submit({ ...plainAct(act, on), ...how });
  const result = expectKind(answer, 'trade');
  return isRefusal(result) ? result : null;
}

/** Only ever called in the sandbox; the caller has checked that the order's state allows it. */
export async function playBank(app: App, trade: Trade, play: Play): Promise<Refusal | null> {
  if (app.mode !== 'sandbox') throw new Error('The simulated bank is in the sandbox only');
  switch (play.act) {
    case 'pay':
    case 'pay_less':
    case 'pay_more':
    case 'pay_twice':
      return await transfer(app, trade, play);
    case 'take_back':
      return await takeBack(app, trade, play);
    case 'expire':
      return await submit(app, trade, 'expire');
    case 'reject_claim':
      return await submit(app, trade, 'fail');
    case 'send':
      return await sendByBank(app, trade);
  }
}
