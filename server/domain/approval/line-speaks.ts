// Whether a bank line itself says whose money it is. Otherwise it is given to a trade on the word
// of whoever decides, who may have made that trade for it.
import { attemptsOf, type World } from '../batch/world.ts';
import { idsOfLine } from '../matching/match-payout.ts';
import { judgePayin, type PossibleEvidence } from '../matching/possible-payins.ts';
import { type BankLine, FOR_PEOPLE, type LineRecord } from '../record/bank-line.ts';
import type { Trade } from '../record/trade.ts';

/** An amount and a time fit many pay-ins, and whoever sees a line can make one more. */
const NAMES: readonly PossibleEvidence[] = ['utr', 'utr_similar', 'reference', 'order_id'];

function names(world: World, line: BankLine, trade: Trade): boolean {
  if (trade.direction === 'payin') {
    return judgePayin(trade, line).evidence.some((one) => NAMES.includes(one));
  }
  const ids = idsOfLine(line);
  return attemptsOf(world, trade.trade_id).some(
    ({ end_to_end_id, utr }) => ids.includes(end_to_end_id) || (utr !== null && utr === line.utr),
  );
}

/** Only people decide about it: a feed that is beyond its limits could have made it. */
export const isForPeople = ({ outcome }: LineRecord): boolean =>
  FOR_PEOPLE.includes(outcome.reason);

/**
 * It names the trade, which was there before anybody could see the line. If only people decide
 * about a line, its own words are not believed either.
 */
export function speaksFor(world: World, record: LineRecord, trade: Trade): boolean {
  const { line } = record;
  if (isForPeople(record) || trade.created_at > line.received_at) return false;
  return names(world, line, trade);
}
