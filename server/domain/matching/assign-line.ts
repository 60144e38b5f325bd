// A person assigns a bank line to a trade: this counts as evidence whatever the bank wrote, if the
// trade's state allows it.

import { counted } from '../account/account-count.ts';
import type { Difference, ReviewLine } from '../batch/command.ts';
import { merchantMissing, type OrMissing } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import type { Reviewed } from '../line/line-outcome.ts';
import { isBefore, lateness, remaining } from '../line/line-timing.ts';
import type { BankLine } from '../record/bank-line.ts';
import type { MerchantSettings } from '../record/merchant.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { type Cause, refuseAct, refuseFinal } from '../trade/trade-change.ts';
import { canBeCharged, chargeWithLine } from './charge-payout.ts';
import { assignWithDifference, awaitedOf, refuseDifference } from './difference.ts';
import { giveLine } from './give-line.ts';
import { placeOnPayout } from './match-payout-effect.ts';
import { canTakeBack, takeable, takeBack } from './recall.ts';
import { sentBackBy } from './return-line.ts';

type AmountPolicy = MerchantSettings['amount_policy'];

type Target = {
  merchant_id: string;
  trade_id: string;
  charge?: boolean;
  difference?: Difference;
};

const refuseCharge = (): Refusal =>
  refuseFields([
    {
      field: 'charge',
      code: 'not_allowed',
      message: 'is for money that left for a pay-out that failed, was canceled or reversed',
    },
  ]);

const refuseTrade = (message: string): Refusal =>
  refuseFields([{ field: 'trade_id', code: 'not_allowed', message }]);

const refuseOtherAccount = (): Refusal =>
  refuseTrade('stands on another receiving account than the line');

/** The bank took money back: the pay-in's credit loses as much. */
function assignOutgoing(
  world: World,
  line: BankLine,
  trade: Trade,
  cause: Omit<Cause, 'act'>,
): Reviewed | Refusal {
  if (!canTakeBack(trade)) return refuseAct(trade, 'reverse');
  if (trade.receiving_account_id !== line.receiving_account_id) return refuseOtherAccount();
  if (takeable(trade) <= 0n) {
    return refuseTrade('has received nothing that this line could take back');
  }
  return takeBack(world, trade, line, 'assigned', cause);
}

/** Also lines of which one took back the other, so that nothing is left of them. */
const hasLines = (world: World, { trade_id }: Trade): boolean =>
  [...world.lines.values()].some(
    ({ outcome }) => outcome.status === 'matched' && outcome.trade_id === trade_id,
  );

/**
 * If the payer used another account of the operator, the pay-in belongs to that account from now
 * on.
 */
function onAccountOf(world: World, trade: Trade, line: BankLine): Trade | Refusal {
  const { receiving_account_id } = line;
  if (trade.receiving_account_id === receiving_account_id) return trade;
  if (!hasLines(world, trade) && trade.state !== 'completed') {
    return { ...trade, receiving_account_id };
  }
  return refuseOtherAccount();
}

function whyNot(trade: Trade, line: BankLine): Refusal | null {
  if (waysOut('payin', 'match', trade.state).length === 0) return refuseAct(trade, 'match');
  if (trade.state === 'completed' && remaining(trade) <= 0n) {
    const detail =
      'The pay-in has all its money: return the line to its sender, or assign it to another.';
    return refuse('act_not_allowed', detail, { extra: { act: 'match', state: trade.state } });
  }
  return lateness(trade, line) === 'closed' ? refuseFinal(trade, 'match') : null;
}

function assignIncoming(
  world: World,
  command: ReviewLine,
  line: BankLine,
  trade: Trade,
  amount_policy: AmountPolicy | null,
): OrMissing<Reviewed | Refusal> {
  // The person confirms that it is the pay-in's money, so a booking before it was created is no
  // reason against it. A late booking remains late.
  const vouched = isBefore(trade, line)
    ? { ...line, booked_at: trade.created_at, booked_exactly: true }
    : line;
  const refused = whyNot(trade, vouched);
  if (refused !== null) return refused;
  const target = onAccountOf(world, trade, line);
  if ('refused' in target) return target;
  const merchant = command.merchants.get(trade.merchant_id);
  if (merchant === undefined) return merchantMissing(trade.merchant_id);
  const cause: Cause = { ...command, act: 'match' };
  const settings =
    amount_policy === null ? merchant.settings : { ...merchant.settings, amount_policy };
  const given = giveLine(target, vouched, 'assigned', settings, cause, world.now);
  // Its counters move to the other account as well.
  return { ...given, changes: [...counted(trade, target), ...given.changes] };
}

function refuseOtherAmount(line: BankLine, trade: Trade): Refusal {
  const awaited = awaitedOf(trade, line);
  const difference = line.amount_cents - awaited;
  if (difference === 0n) return refuseTrade('is no pay-out that waits for such a line');
  return refuseTrade(
    `is a pay-out of ${trade.amount_cents}, and the line has ${line.amount_cents}: name ` +
      `\`difference_cents\` ${difference}, and in \`difference_to\` who bears it`,
  );
}

/**
 * Money that left for a pay-out, or was returned. For an unsuccessful pay-out, a charge is needed.
 */
function assignToPayout(
  world: World,
  command: ReviewLine,
  line: BankLine,
  trade: Trade,
): Reviewed | Refusal {
  const went_out = line.amount_cents < 0n;
  const is_final = trade.final_at !== null && world.now > trade.final_at;
  if (!went_out && is_final && trade.state === 'completed') return refuseFinal(trade, 'match');
  const sent_back = sentBackBy(world, trade);
  if (sent_back === line.bank_line_id || sent_back === (line.parent_line_id ?? '')) {
    return refuseTrade('was made to send this very line back, and is not what came back');
  }
  const found = placeOnPayout(world, command, line, trade);
  if (found !== null) return found;
  if (!went_out || !canBeCharged(trade)) {
    return refuseOtherAmount(line, trade);
  }
  const detail =
    `The pay-out is ${trade.state}. If its money left all the same, say \`charge\`: its merchant ` +
    'is charged for it.';
  return refuse('act_not_allowed', detail, { extra: { act: 'match', state: trade.state } });
}

function assignExact(
  world: World,
  command: ReviewLine,
  line: BankLine,
  trade: Trade,
  { charge = false, difference }: Target,
): OrMissing<Reviewed | Refusal> {
  if (charge) {
    if (line.amount_cents > 0n || !canBeCharged(trade)) return refuseCharge();
    return chargeWithLine(world, command, line, trade);
  }
  if (trade.direction === 'payout') return assignToPayout(world, command, line, trade);
  // The payer bears the difference: the merchant is credited with what came.
  const policy = difference?.to === 'payer' ? 'accept_actual' : null;
  return line.amount_cents < 0n
    ? assignOutgoing(world, line, trade, command)
    : assignIncoming(world, command, line, trade, policy);
}

export function assignLine(
  world: World,
  command: ReviewLine,
  line: BankLine,
  to: Target,
): OrMissing<Reviewed | Refusal> {
  const trade = world.trades.get(to.trade_id);
  if (trade === undefined || trade.merchant_id !== to.merchant_id) {
    return refuseFields([{ field: 'trade_id', code: 'unknown_value', message: 'is no trade' }]);
  }
  if (trade.currency !== line.currency) return refuseTrade('is in another currency than the line');
  const { difference } = to;
  if (difference === undefined) return assignExact(world, command, line, trade, to);
  const refused = refuseDifference(command, trade, line, difference);
  if (refused !== null) return refused;
  const { to: bearer } = difference;
  if (bearer === 'payer') return assignExact(world, command, line, trade, to);
  return assignWithDifference(world, line, trade, { ...difference, to: bearer }, (part) =>
    assignExact(world, command, part, trade, to),
  );
}
