// What decisions about bank lines and refunds rest on, read only where a batch has such commands.
import type { BankLine } from '../domain/bank-line.ts';
import type { Command } from '../domain/command.ts';
import { putLine, type World } from '../domain/world.ts';
import { lockLines } from './bank-lines.ts';
import type { Transaction } from './database.ts';
import type { Cipher } from './encryption.ts';
import { readLineActs } from './line-acts.ts';
import { lockOpposites, lockParts } from './related-lines.ts';
import { readRefundedTrades, type TradeKey } from './trades.ts';

function reviewsOf(commands: readonly Command[]) {
  return commands.flatMap((command) => (command.kind === 'review_line' ? command : []));
}

function matchedLines(commands: readonly Command[], world: World): BankLine[] {
  return commands.flatMap((command) => {
    if (command.kind === 'take_line') return command.line;
    if (command.kind !== 'rematch_line') return [];
    return world.lines.get(command.bank_line_id)?.line ?? [];
  });
}

/** The lines that people decide about, and those that take lines of this batch back. */
export async function readReview(
  tx: Transaction,
  cipher: Cipher,
  world: World,
  commands: readonly Command[],
): Promise<void> {
  const reviews = reviewsOf(commands);
  const ids = reviews.map((command) => command.bank_line_id);
  const undone = reviews.filter(({ review }) => review.act === 'undo');
  const [lines, parts, opposites, acts] = await Promise.all([
    lockLines(tx, cipher, ids),
    lockParts(
      tx,
      cipher,
      undone.map((command) => command.bank_line_id),
    ),
    lockOpposites(tx, cipher, matchedLines(commands, world)),
    // A new snapshot, once the lines are locked: what the same request did meanwhile is in it.
    readLineActs(tx, reviews),
  ]);
  for (const act of acts) world.line_acts.set(act.command_id, act);
  for (const record of [...lines, ...parts, ...opposites]) putLine(world, record);
}

const keyOf = ({ merchant_id, trade_id }: TradeKey): TradeKey => ({ merchant_id, trade_id });

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

const MAY_END = new Set(['fail', 'cancel', 'reverse']);

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
