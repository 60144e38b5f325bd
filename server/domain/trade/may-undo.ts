// Which commands may take back what trades have posted: their entries are read only for these.
import type { Command, TradeAct } from '../batch/command.ts';
import type { Trade } from '../record/trade.ts';
import { isCredited } from './dispute.ts';

const BY_KIND: Readonly<Record<Exclude<Command['kind'], 'act'>, boolean>> = {
  create_payin: false,
  create_payout: false,
  create_refund: false,
  assign_account: false,
  attach_utr: false,
  take_payout: false,
  export_payouts: false,
  answer_payout: true,
  take_line: true,
  rematch_line: true,
  review_line: true,
  adjust: false,
  release_holds: false,
  approve_settlement: false,
};

const BY_ACT: Readonly<Record<TradeAct, boolean>> = {
  confirm: false,
  complete: false,
  take: false,
  release: false,
  fail: true,
  cancel: true,
  expire: false,
  dispute: false,
  resolve: true,
  reverse: true,
};

export const mayUndo = (command: Command): boolean =>
  command.kind === 'act' ? BY_ACT[command.act] : BY_KIND[command.kind];

/** Whether there is anything in the books that could be taken back. */
export const hasPosted = (trade: Trade): boolean =>
  trade.direction === 'payout' || isCredited(trade);
