// The facts for decisions about bank lines and refunds, read only if a batch has such commands.

import type { Needs } from '../../domain/batch/needs.ts';
import { putLine, type World } from '../../domain/batch/world.ts';
import { idsOfLine } from '../../domain/matching/match-payout.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Transaction } from '../connection/database.ts';
import type { Turn } from '../connection/turns.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readLineActs, readReturnActs } from '../line/line-acts.ts';
import { findLines, lockLines, type WantedLines } from '../line/lock-lines.ts';
import { readRefundedTrades } from '../trade/trades.ts';

/**
 * Thrown before lines are locked out of their order: the batch starts again, and locks them with
 * all others.
 */
export class LateLines extends Error {
  readonly ids: readonly string[];
  constructor(ids: readonly string[]) {
    super(`${ids.length} lines were found late`);
    this.ids = ids;
  }
}

/** Which lines a try of a batch locks first, because an earlier try found them late. */
export type LineTry = {
  first_lines: readonly string[];
  /** It locks late lines out of their order rather than start again. */
  is_last: boolean;
};

/** All lines that these commands may move, as far as is known before any of them is locked. */
export function wantedLines(needs: Needs, first_lines: readonly string[]): WantedLines {
  const { new_lines, rematched_lines } = needs;
  const undone = needs.undone_lines.map((one) => one.bank_line_id);
  const came_in = new_lines.filter((line) => line.amount_cents > 0n);
  return {
    ids: [
      ...needs.reviewed_lines.map((one) => one.bank_line_id),
      ...rematched_lines,
      ...first_lines,
    ],
    utrs: needs.utrs.map(({ utr }) => utr),
    parents: undone,
    parents_of: undone,
    trades: needs.lines_of,
    // If such a pay-out does not succeed, the line that it sends back returns to suspense.
    returned_of: needs.ended.filter(({ may_return }) => may_return),
    opposites: new_lines,
    opposites_of: rematched_lines,
    returned_by: {
      end_to_end_ids: [...new Set(came_in.flatMap(idsOfLine))],
      utrs: [...new Set(came_in.flatMap((line) => line.utr ?? []))],
    },
    returned_beside: [...undone, ...rematched_lines],
  };
}

/**
 * The acts of people on the lines of this batch, read once these are locked; also the lines that
 * the pay-outs in `given_to` were created to send back.
 */
export async function readReviewed(
  tx: Transaction,
  world: World,
  { reviewed_lines, given_to }: Needs,
): Promise<void> {
  const [done, returns] = await Promise.all([
    readLineActs(tx, reviewed_lines),
    readReturnActs(tx, given_to),
  ]);
  for (const act of [...done, ...returns]) world.line_acts.set(act.command_id, act);
}

/** Ids are compared as PostgreSQL orders them: as the same bytes, in lower case. */
const comeAfter = (ids: readonly string[], locked: Iterable<string>): boolean => {
  const last = [...locked].reduce((most, id) => (id > most ? id : most), '');
  return ids.every((id) => id > last);
};

/**
 * Locks lines that were only found through locked lines or through a pay-out. There are hardly ever
 * any. Those that come before a locked line make the batch start again, but for its last try.
 */
export async function lockLateLines(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  { undone_lines }: Needs,
  { payouts, turn, is_last }: { payouts: readonly TradeKey[]; turn: Turn | null; is_last: boolean },
): Promise<void> {
  const undone = new Map(undone_lines.map((one) => [one.bank_line_id, one.charge]));
  const beside = [...world.lines.values()].flatMap(({ line, outcome }) => {
    const charge = undone.get(line.bank_line_id) ?? undone.get(line.parent_line_id ?? '');
    const { merchant_id, trade_id } = outcome;
    const is_beside = charge !== undefined && merchant_id !== null && trade_id !== null;
    return is_beside ? { merchant_id, trade_id, charge } : [];
  });
  // A recall of a divided line is about its parts.
  const divided = [...world.lines.values()].flatMap(({ line, outcome }) =>
    outcome.status === 'split' ? line.bank_line_id : [],
  );
  const charged = beside.filter(({ charge }) => charge);
  const [found, returns] = await Promise.all([
    findLines(tx, {
      parents: [...undone_lines.map((one) => one.bank_line_id), ...divided],
      returned_of: [...beside, ...payouts],
      // An undo may free the money of the other lines, too.
      trades: beside,
    }),
    readReturnActs(tx, charged),
  ]);
  for (const act of returns) world.line_acts.set(act.command_id, act);
  const ids = found.filter((id) => !world.lines.has(id));
  if (ids.length === 0) return;
  if (!is_last && !comeAfter(ids, world.lines.keys())) throw new LateLines(ids);
  await turn?.before;
  for (const record of await lockLines(tx, cipher, { ids })) putLine(world, record);
}

/**
 * Pay-ins whose refunds these commands, or lines about these pay-outs, may make unsuccessful. Found
 * before any trade is locked, because the link from a refund to its pay-in never changes.
 */
export const pointersOfRefunds = (
  tx: Transaction,
  { ended }: Needs,
  payouts: readonly TradeKey[],
): Promise<TradeKey[]> => readRefundedTrades(tx, [...ended, ...payouts]);
