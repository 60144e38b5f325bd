// The facts that an act of a person or a timer on a trade needs.
import type { ActOnTrade, TradeAct } from '../batch/command.ts';
import type { CommandNeeds } from '../batch/needs.ts';
import { HOUSE_BOOK } from '../ledger/ledger.ts';

type ActNeeds = {
  moves_money: boolean;
  may_end: boolean;
  takes_back: boolean;
  may_free: boolean;
};

/**
 * For each act: whether it moves money, whether it may make a pay-out unsuccessful, whether it
 * depends on earlier postings, and whether it may put money of a pay-in's lines in suspense.
 */
const ACTS: Readonly<Record<TradeAct, ActNeeds>> = {
  confirm: { moves_money: true, may_end: false, takes_back: false, may_free: true },
  complete: { moves_money: true, may_end: false, takes_back: false, may_free: false },
  take: { moves_money: false, may_end: false, takes_back: false, may_free: false },
  release: { moves_money: false, may_end: false, takes_back: false, may_free: false },
  fail: { moves_money: true, may_end: true, takes_back: true, may_free: true },
  cancel: { moves_money: true, may_end: true, takes_back: true, may_free: false },
  expire: { moves_money: false, may_end: false, takes_back: false, may_free: false },
  dispute: { moves_money: true, may_end: false, takes_back: true, may_free: false },
  resolve: { moves_money: true, may_end: false, takes_back: true, may_free: true },
  reverse: { moves_money: true, may_end: true, takes_back: true, may_free: true },
};

export function needsOfAct(command: ActOnTrade): CommandNeeds {
  const { merchant_id, trade_id } = command;
  const key = { merchant_id, trade_id };
  const { moves_money, may_end, takes_back, may_free } = ACTS[command.act];
  // Money of its bank lines may be unmatched again, so the house's book is needed.
  const house = may_free ? [HOUSE_BOOK] : [];
  return {
    trades: [key],
    lines_of: may_free ? [key] : [],
    ended: may_end ? [{ ...key, may_return: command.may_return !== false }] : [],
    takes_back,
    books: moves_money ? [...house, command.merchant_id] : [],
  };
}
