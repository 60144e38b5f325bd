// What a batch of commands needs to know: the keys to read and lock, found without a query.

import { amountOf, isChoosing } from '../../domain/account/narrow-accounts.ts';
import type { Command, ReviewLine } from '../../domain/batch/command.ts';
import type { World } from '../../domain/batch/world.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import { capsOf, hasPart } from '../../domain/merchant/merchant-caps.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { hasClientLimits } from '../../domain/record/merchant.ts';
import {
  hasDailyLimit,
  MAX_SHIFT_CENTS,
  type ReceivingAccount,
} from '../../domain/record/receiving-account.ts';
import { settlementOrderId } from '../../domain/settlement/settlement-approval.ts';
import { hasPosted, mayUndo } from '../../domain/trade/may-undo.ts';
import { referencesInText } from '../../domain/values/reference.ts';
import type { Slot } from '../account/reservations.ts';
import type { ClientKey } from '../merchant/clients.ts';
import type { TradeKey } from '../trade/trades.ts';
import { mayTakeBack, takenLines } from './read-review.ts';

type OrderKey = { merchant_id: string; order_id: string };

/** The orders that commands would make. */
export function ordersOf(commands: readonly Command[]): OrderKey[] {
  return commands.flatMap((command) => {
    switch (command.kind) {
      case 'create_payin':
      case 'create_payout':
      case 'create_refund':
        return { merchant_id: command.merchant.merchant_id, order_id: command.order_id };
      case 'approve_settlement': {
        const { merchant_id } = command.merchant;
        return { merchant_id, order_id: settlementOrderId(command.settlement_id) };
      }
      default:
        return [];
    }
  });
}

/** Those to be approved, and those whose pay-out was read: they move with it. */
export function settlementsOf(commands: readonly Command[], world: World) {
  const approved = commands.flatMap((command) =>
    command.kind === 'approve_settlement'
      ? { merchant_id: command.merchant.merchant_id, settlement_id: command.settlement_id }
      : [],
  );
  const paid = [...world.trades.values()].flatMap(({ merchant_id, settlement_id }) =>
    settlement_id === null ? [] : { merchant_id, settlement_id },
  );
  return [...approved, ...paid];
}

/** Pay-ins whose credit an act may take back, and those whose holds are to be released. */
export function heldTrades(commands: readonly Command[], world: World): TradeKey[] {
  const credited = [...world.trades.values()].filter(
    ({ direction, state, disputed_from }) =>
      direction === 'payin' && (state === 'completed' || disputed_from === 'completed'),
  );
  const named = commands.flatMap((command) =>
    command.kind === 'release_holds' ? command.keys : [],
  );
  return [...credited, ...named].map(({ merchant_id, trade_id }) => ({ merchant_id, trade_id }));
}

/** Trades whose entries a command may take back. */
export function undoneTrades(commands: readonly Command[], world: World): TradeKey[] {
  if (!commands.some(mayUndo)) return [];
  return [...world.trades.values()].filter(hasPosted);
}

/** Trades that commands name. */
export function namedTrades(commands: readonly Command[]): TradeKey[] {
  return commands.flatMap((command) =>
    command.kind === 'act' ||
    command.kind === 'attach_utr' ||
    command.kind === 'assign_account' ||
    command.kind === 'take_payout' ||
    command.kind === 'answer_payout'
      ? { merchant_id: command.merchant_id, trade_id: command.trade_id }
      : [],
  );
}

/** An act that may end in failed: the money of its lines is nobody's again. */
function returnsLines(command: Extract<Command, { kind: 'act' }>): boolean {
  return command.act === 'fail' || (command.act === 'resolve' && command.outcome === 'failed');
}

/** Trades whose bank lines go back to suspense when the act is written. */
export function failedTrades(commands: readonly Command[]): TradeKey[] {
  return commands.flatMap((command) =>
    command.kind === 'act' && returnsLines(command)
      ? { merchant_id: command.merchant_id, trade_id: command.trade_id }
      : [],
  );
}

/** Commands share the lists of their settings: each list is looked at once. */
export function accountsOf(commands: readonly Command[]): ReceivingAccount[] {
  const lists = new Set(
    commands.map((command) =>
      command.kind === 'create_payin' || command.kind === 'assign_account' ? command.accounts : [],
    ),
  );
  const accounts = new Map<string, ReceivingAccount>();
  for (const list of lists) {
    for (const account of list) accounts.set(account.receiving_account_id, account);
  }
  return [...accounts.values()];
}

/** The accounts and amounts that a pay-in might take; a deferred one's amount is its trade's. */
export function wantedSlots(commands: readonly Command[], world: World): Slot[] {
  return commands.flatMap((command) => {
    if (!isChoosing(command)) return [];
    const amount = amountOf(world, command);
    if (amount === undefined) return [];
    const may_shift = command.merchant.settings.amount_shift && command.is_narrowed !== true;
    const shift = may_shift ? MAX_SHIFT_CENTS : 0n;
    return command.accounts.map(({ receiving_account_id }) => ({
      receiving_account_id,
      low_cents: amount,
      high_cents: amount + shift,
    }));
  });
}

/** Lines to be matched: those that come with commands, and waiting ones to be looked at again. */
export function linesToMatch(commands: readonly Command[], waiting: readonly LineRecord[]) {
  return [...takenLines(commands), ...waiting.map((record) => record.line)].filter(
    (line) => line.amount_cents > 0n,
  );
}

export function slotsOfLines(lines: ReturnType<typeof linesToMatch>): Slot[] {
  return lines.map(({ receiving_account_id, amount_cents }) => ({
    receiving_account_id,
    low_cents: amount_cents,
    high_cents: amount_cents,
  }));
}

export const referencesOfLines = (lines: ReturnType<typeof linesToMatch>): string[] =>
  lines.flatMap((line) => referencesInText(line.text));

/** Merchants that open pay-ins and may have only so many. */
export function cappedMerchants(commands: readonly Command[], is_shared: boolean): string[] {
  const ids = commands.flatMap((command) =>
    command.kind === 'create_payin' &&
    capsOf(command.merchant.settings, is_shared).open_payins !== null
      ? command.merchant.merchant_id
      : [],
  );
  return [...new Set(ids)];
}

/** Merchants whose pay-ins may get an account with a daily limit, and those accounts. */
export function cappedDays(commands: readonly Command[], is_shared: boolean) {
  const capped = commands.filter(
    (command) =>
      (command.kind === 'create_payin' || command.kind === 'assign_account') &&
      hasPart(capsOf(command.merchant.settings, is_shared)),
  );
  const accounts = accountsOf(capped).filter(hasDailyLimit);
  return {
    merchants: accounts.length === 0 ? [] : [...new Set(capped.flatMap(merchantOf))],
    accounts: accounts.map((account) => account.receiving_account_id),
  };
}

export function limitedClients(commands: readonly Command[]): ClientKey[] {
  return commands.flatMap((command) =>
    command.kind === 'create_payin' && hasClientLimits(command.merchant.settings)
      ? { merchant_id: command.merchant.merchant_id, client_id: command.client_id }
      : [],
  );
}

/** Acts that move no money of a pay-in; everything else may. */
const WITHOUT_MONEY = new Set(['expire', 'take', 'release']);

function merchantOf(command: Command): string[] {
  if ('merchant' in command) return [command.merchant.merchant_id];
  return 'merchant_id' in command ? [command.merchant_id] : [];
}

function booksOfReview(command: ReviewLine, world: World): string[] {
  const { review, bank_line_id } = command;
  const record = world.lines.get(bank_line_id);
  const of_line = record?.outcome.merchant_id ?? null;
  const named = review.act === 'assign' ? [review.merchant_id] : [];
  const returning = review.act === 'return' ? [review.payout.merchant.merchant_id] : [];
  return [HOUSE_BOOK, ...named, ...returning, ...(of_line === null ? [] : [of_line])];
}

/** Whether a line that was read is on its way back by this trade. */
function isReturn(world: World, { trade_id }: TradeKey): boolean {
  return [...world.lines.values()].some(
    ({ outcome }) => outcome.status === 'returned' && outcome.trade_id === trade_id,
  );
}

function booksOfOne(command: Command, world: World): string[] {
  switch (command.kind) {
    case 'create_payout':
    case 'create_refund':
    case 'adjust':
    case 'approve_settlement':
    case 'release_holds':
      return merchantOf(command);
    case 'answer_payout':
      return isReturn(world, command) ? [HOUSE_BOOK, command.merchant_id] : merchantOf(command);
    case 'review_line':
      return booksOfReview(command, world);
    case 'attach_utr': {
      const lines = [...world.lines.values()];
      const waits = lines.some((record) => record.line.utr === command.utr);
      return waits ? [HOUSE_BOOK, command.merchant_id] : [];
    }
    case 'act':
      if (WITHOUT_MONEY.has(command.act)) return [];
      return returnsLines(command) || isReturn(world, command)
        ? [HOUSE_BOOK, command.merchant_id]
        : [command.merchant_id];
    default:
      return [];
  }
}

/** The feeds that give lines, and for which account each does. */
export function feedsOf(commands: readonly Command[]) {
  return commands.flatMap((command) => {
    if (command.kind !== 'take_line' || command.feed === undefined) return [];
    const { receiving_account_id } = command.line;
    return [{ feed_id: command.feed.bounds.feed_id, receiving_account_id }];
  });
}

const isLine = ({ kind }: Command) => kind === 'take_line' || kind === 'rematch_line';

/** The merchants whose pay-ins lines of the batch may complete. */
export function creditedByLines(commands: readonly Command[], world: World): string[] {
  if (!commands.some(isLine)) return [];
  return [...world.trades.values()].map((trade) => trade.merchant_id);
}

/**
 * The books whose money a command may move: locked before anything is decided. A line may go to any
 * pay-in that was read, or that another command of the same batch makes.
 */
export function booksOf(commands: readonly Command[], world: World): string[] {
  const books = commands.flatMap((command) => booksOfOne(command, world));
  if (!commands.some(isLine)) return books;
  // Hardly anything about a line is decided by a balance: its books are locked when entries are
  // written. Only what takes a credit back has to know how far below zero that leaves the balance.
  if (books.length === 0 && !mayTakeBack(commands, world)) return [];
  const read = [...world.trades.values()].map((trade) => trade.merchant_id);
  return [HOUSE_BOOK, ...books, ...read, ...commands.flatMap(merchantOf)];
}
