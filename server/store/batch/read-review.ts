// What decisions about bank lines and refunds rest on, read only where a batch has such commands.

import type { Command, ReviewLine } from '../../domain/batch/command.ts';
import { putLine, type World } from '../../domain/batch/world.ts';
import { idsOfLine } from '../../domain/matching/match-payout.ts';
import type { BankLine } from '../../domain/record/bank-line.ts';
import type { Transaction } from '../connection/database.ts';
import type { Turn } from '../connection/turns.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readLineActs, readReturnActs } from '../line/line-acts.ts';
import { findLines, lockLines, type WantedLines } from '../line/lock-lines.ts';
import { readRefundedTrades, type TradeKey } from '../trade/trades.ts';

const keyOf = ({ merchant_id, trade_id }: TradeKey): TradeKey => ({ merchant_id, trade_id });

function reviewsOf(commands: readonly Command[]): ReviewLine[] {
  return commands.flatMap((command) => (command.kind === 'review_line' ? command : []));
}

/** The lines that are new. */
export const takenLines = (commands: readonly Command[]): BankLine[] =>
  commands.flatMap((command) => (command.kind === 'take_line' ? command.line : []));

function matchedLines(commands: readonly Command[], world: World): BankLine[] {
  return commands.flatMap((command) => {
    if (command.kind === 'take_line') return command.line;
    if (command.kind !== 'rematch_line') return [];
    return world.lines.get(command.bank_line_id)?.line ?? [];
  });
}

const MAY_END = new Set(['fail', 'cancel', 'reverse']);

/** Pay-outs that may come to nothing: the line that such a one sends back waits again then. */
function endedReturns(commands: readonly Command[]): TradeKey[] {
  return commands.flatMap((command) => {
    if (command.kind === 'review_line') {
      return command.review.act === 'assign' ? keyOf(command.review) : [];
    }
    const may_end = command.kind === 'answer_payout' || command.kind === 'act';
    if (!may_end || command.may_return === false) return [];
    return command.kind === 'act' && !MAY_END.has(command.act) ? [] : keyOf(command);
  });
}

/** All lines that these commands may move, as far as that can be known before any is locked. */
export function wantedLines(commands: readonly Command[]): WantedLines {
  const reviews = reviewsOf(commands);
  const undone = reviews
    .filter(({ review }) => review.act === 'undo')
    .map((command) => command.bank_line_id);
  const waiting = commands.flatMap((command) =>
    command.kind === 'rematch_line' ? command.bank_line_id : [],
  );
  const taken = takenLines(commands);
  const came_in = taken.filter((line) => line.amount_cents > 0n);
  return {
    ids: [...reviews.map((command) => command.bank_line_id), ...waiting],
    utrs: commands.flatMap((command) => (command.kind === 'attach_utr' ? command.utr : [])),
    parents: undone,
    returned_of: endedReturns(commands),
    opposites: taken,
    opposites_of: waiting,
    returned_by: {
      end_to_end_ids: [...new Set(came_in.flatMap(idsOfLine))],
      utrs: [...new Set(came_in.flatMap((line) => line.utr ?? []))],
    },
    returned_beside: [...undone, ...waiting],
  };
}

/**
 * What people did with the lines of this batch: read once these are locked. Also which lines the
 * pay-outs were made to send back that they are given to.
 */
export async function readReviewed(
  tx: Transaction,
  world: World,
  commands: readonly Command[],
): Promise<void> {
  const reviews = reviewsOf(commands);
  const targets = reviews.flatMap(({ review }) => (review.act === 'assign' ? keyOf(review) : []));
  const [done, returns] = await Promise.all([
    readLineActs(tx, reviews),
    readReturnActs(tx, targets),
  ]);
  for (const act of [...done, ...returns]) world.line_acts.set(act.command_id, act);
}

/**
 * Lines that only the locked ones or a pay-out found meanwhile point at: hardly ever any, and the
 * only ones that are not locked in order.
 */
export async function lockLateLines(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
  { payouts, turn }: { payouts: readonly TradeKey[]; turn: Turn | null },
): Promise<void> {
  const undone = reviewsOf(commands).flatMap(({ review, bank_line_id }) =>
    review.act === 'undo' ? [{ bank_line_id, charge: review.charge === true }] : [],
  );
  const beside = undone.flatMap(({ bank_line_id, charge }) => {
    const outcome = world.lines.get(bank_line_id)?.outcome;
    const { merchant_id = null, trade_id = null } = outcome ?? {};
    return merchant_id === null || trade_id === null ? [] : { merchant_id, trade_id, charge };
  });
  const charged = beside.filter(({ charge }) => charge).map(keyOf);
  const [found, returns] = await Promise.all([
    findLines(tx, {
      parents: undone.map((one) => one.bank_line_id),
      returned_of: [...beside, ...payouts],
    }),
    readReturnActs(tx, charged),
  ]);
  for (const act of returns) world.line_acts.set(act.command_id, act);
  const ids = found.filter((id) => !world.lines.has(id));
  if (ids.length > 0) await turn?.before;
  for (const record of await lockLines(tx, cipher, { ids })) putLine(world, record);
}

/** Trades that the lines which were read are with: a decision or a recall may change them. */
export function tradesOfReview(commands: readonly Command[], world: World): TradeKey[] {
  const reviews = reviewsOf(commands);
  const targets = reviews.flatMap(({ review }) => (review.act === 'assign' ? keyOf(review) : []));
  const lines = new Map(
    matchedLines(commands, world).flatMap((line) =>
      line.utr === null ? [] : [[`${line.utr}/${-line.amount_cents}`, line] as const],
    ),
  );
  const reviewed = new Set(reviews.map((command) => command.bank_line_id));
  const held = [...world.lines.values()].flatMap(({ line, outcome }) => {
    const { merchant_id, trade_id } = outcome;
    const is_named = reviewed.has(line.bank_line_id);
    const is_opposite = lines.has(`${line.utr}/${line.amount_cents}`);
    if (merchant_id === null || trade_id === null || !(is_named || is_opposite)) return [];
    return { merchant_id, trade_id };
  });
  return [...targets, ...held];
}

/**
 * Pay-ins whose refunds may come to nothing by these commands, or by lines about these pay-outs:
 * found before any trade is locked, since what a trade refunds never changes.
 */
export async function pointersOfRefunds(
  tx: Transaction,
  commands: readonly Command[],
  payouts: readonly TradeKey[],
): Promise<TradeKey[]> {
  const refunded = commands.flatMap((command) =>
    command.kind === 'create_refund'
      ? { merchant_id: command.merchant.merchant_id, trade_id: command.payin_id }
      : [],
  );
  const ended = commands.flatMap((command) => {
    if (command.kind === 'answer_payout') return keyOf(command);
    if (command.kind === 'review_line' && command.review.act === 'assign') {
      return keyOf(command.review);
    }
    return command.kind === 'act' && MAY_END.has(command.act) ? keyOf(command) : [];
  });
  return [...refunded, ...(await readRefundedTrades(tx, [...ended, ...payouts]))];
}

/** Whether a line of the batch may take a credit back: then its merchant's balance is looked at. */
export function mayTakeBack(commands: readonly Command[], world: World): boolean {
  const lines = matchedLines(commands, world);
  const outgoing = lines.filter((line) => line.amount_cents < 0n && line.utr !== null);
  if (outgoing.length === 0) return false;
  const known = [...lines, ...[...world.lines.values()].map((record) => record.line)];
  const incoming = new Set(known.map((line) => `${line.utr}/${line.amount_cents}`));
  return outgoing.some((line) => incoming.has(`${line.utr}/${-line.amount_cents}`));
}
