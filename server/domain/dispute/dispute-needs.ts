// The facts that commands about disputes need.
import type { ChangeDispute, DecideDispute, OpenDispute } from '../batch/command.ts';
import type { CommandNeeds } from '../batch/needs.ts';
import { HOUSE_BOOK } from '../ledger/ledger.ts';

/** Whatever a dispute does to its trade, it may move money, and free money of its lines. */
export function needsOfDispute({
  merchant_id,
  trade_id,
}: OpenDispute | DecideDispute | ChangeDispute): CommandNeeds {
  const key = { merchant_id, trade_id };
  return {
    trades: [key],
    disputes_of: [key],
    lines_of: [key],
    ended: [{ ...key, may_return: true }],
    takes_back: true,
    books: [HOUSE_BOOK, merchant_id],
  };
}

function needsOfEvidence({ evidence, merchant_id, command_id }: DecideDispute): CommandNeeds {
  if (evidence === null) return {};
  if ('utr' in evidence) return { utrs: [{ utr: evidence.utr, merchant_id }] };
  return { reviewed_lines: [{ bank_line_id: evidence.bank_line_id, command_id }] };
}

export const needsOfDecision = (command: DecideDispute): CommandNeeds => ({
  ...needsOfDispute(command),
  ...needsOfEvidence(command),
});
