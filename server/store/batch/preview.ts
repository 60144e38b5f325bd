// Previews the outcomes of bank lines: decides them like a batch, on the same facts, and writes
// nothing.

import { type Posted, putPosted } from '../../domain/batch/books.ts';
import { type Change, withAllFacts } from '../../domain/batch/decision.ts';
import type { BatchReads } from '../../domain/batch/needs.ts';
import { lineKey, putLine, putTrade, type World } from '../../domain/batch/world.ts';
import type { BankLine, LineOutcome, LineRecord } from '../../domain/record/bank-line.ts';
import { allKeys, type NewLine } from '../../domain/record/line-identity.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { type ActSums, withActSums } from '../approval/act-sums.ts';
import type { Transaction } from '../connection/database.ts';
import { runInPieces } from '../connection/pace/in-pieces.ts';
import { LONG_WORK } from '../connection/statement-limits.ts';
import { readFacts } from './read-facts.ts';
import { requireSettings } from './settings-behind.ts';
import type { Answer, BatchOptions, BatchWork, Store } from './store.ts';

/**
 * What the earlier lines would have changed. Of trades only the fields that differ are kept, so
 * that a long file's preview stays small.
 */
export type PreviewState = {
  readonly trades: Map<string, Partial<Trade>>;
  /** New lines by lineKey, and their keys by the names by which later lines may find them. */
  readonly lines: Map<string, LineRecord>;
  readonly names: Map<string, string[]>;
  /** The new outcomes of lines that existed before. */
  readonly moved: Map<string, LineOutcome>;
  /** What the earlier lines would have posted for trades: a later line may undo it. */
  readonly posted: Map<string, Posted[]>;
};

export const emptyPreview = (): PreviewState => ({
  trades: new Map(),
  lines: new Map(),
  names: new Map(),
  moved: new Map(),
  posted: new Map(),
});

function namesOf(line: BankLine): string[] {
  const { receiving_account_id: account, utr, bank_id } = line;
  return [
    ...(utr === null ? [] : [`${account}/utr/${utr}`]),
    ...(bank_id === null ? [] : [`${account}/id/${bank_id}`]),
  ];
}

function applyTrades(world: World, state: PreviewState): void {
  for (const trade of world.trades.values()) {
    for (const entry of state.posted.get(trade.trade_id) ?? []) putPosted(world, entry);
    const changed = state.trades.get(trade.trade_id);
    if (changed !== undefined) putTrade(world, { ...trade, ...changed });
  }
}

function applyBefore(world: World, state: PreviewState, lines: readonly NewLine[]): void {
  applyTrades(world, state);
  for (const line of lines) {
    const keys = allKeys(line).map(lineKey);
    for (const name of namesOf(line)) keys.push(...(state.names.get(name) ?? []));
    for (const key of keys) {
      const record = state.lines.get(key);
      if (record !== undefined) putLine(world, record);
    }
  }
  for (const { line } of [...world.lines.values()]) {
    const outcome = state.moved.get(line.bank_line_id);
    if (outcome !== undefined) putLine(world, { line, outcome });
  }
}

function noteLine(state: PreviewState, { line, outcome }: LineRecord): void {
  const key = lineKey(line);
  // The text of a decided line is not needed any more.
  state.lines.set(key, { line: { ...line, text: null }, outcome: { ...outcome, candidates: [] } });
  for (const name of namesOf(line)) {
    state.names.set(name, [...(state.names.get(name) ?? []), key]);
  }
}

function notePosted(state: PreviewState, { trade_id, bank_line_id, act, postings }: Posted): void {
  if (trade_id === null) return;
  const before = state.posted.get(trade_id) ?? [];
  state.posted.set(trade_id, [...before, { trade_id, bank_line_id, act, postings }]);
}

function noteChanges(
  state: PreviewState,
  read: ReadonlyMap<string, Trade>,
  changes: readonly Change[],
): void {
  for (const change of changes) {
    if (change.kind === 'line_added') noteLine(state, change.record);
    if (change.kind === 'line_moved') state.moved.set(change.outcome.bank_line_id, change.outcome);
    if (change.kind === 'entry') notePosted(state, change.entry);
    if (change.kind !== 'trade_changed') continue;
    const { trade } = change;
    const before = new Map<string, unknown>(Object.entries(read.get(trade.trade_id) ?? {}));
    const changed = Object.entries(trade).filter(([name, value]) => before.get(name) !== value);
    state.trades.set(trade.trade_id, Object.fromEntries(changed));
  }
}

/** A preview reads everything at once, and is not tried again. */
const ONCE = { wide: true, first_lines: [], is_last: true } as const;

/** It sees one moment, and nobody who acts meanwhile waits for it, nor it for them. */
const READING = { is_read_only: true } as const;
const READING_LONG = { ...LONG_WORK, ...READING } as const;

const reading = <Value>(
  { control, db }: Store,
  options: typeof READING,
  work: (tx: Transaction, act_sums: ActSums) => Promise<Value>,
): Promise<Value> =>
  withActSums(control, (act_sums) => db.transaction((tx) => work(tx, act_sums), options));

/** One answer per line, as the writer would give it now. */
export async function previewLines(
  store: Store,
  work: BatchWork,
  { hold_terms, is_shared, bands }: Pick<BatchOptions, 'hold_terms' | 'is_shared' | 'bands'>,
  state: PreviewState,
): Promise<Answer[]> {
  return await reading(store, READING_LONG, async (tx, act_sums) => {
    const context = { ...store, hold_terms, is_shared, bands, act_sums, ...ONCE };
    const { world } = await readFacts(tx, context, work);
    const read = new Map(world.trades);
    applyBefore(world, state, work.needs.new_lines);
    const decided = await runInPieces(work.decide(world));
    requireSettings(decided);
    const { answers, changes } = withAllFacts(decided);
    noteChanges(state, read, changes);
    return answers;
  });
}

/** Shows the facts of now as a batch would decide on them; nothing is written. */
export async function previewCommands<Shown>(
  store: Store,
  work: BatchReads,
  { hold_terms, is_shared, bands }: Pick<BatchOptions, 'hold_terms' | 'is_shared' | 'bands'>,
  show: (world: World) => Shown,
): Promise<Shown> {
  return await reading(store, READING, async (tx, act_sums) => {
    const context = { ...store, hold_terms, is_shared, bands, act_sums, ...ONCE };
    const { world } = await readFacts(tx, context, work);
    return show(world);
  });
}
