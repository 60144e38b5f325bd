// Submits the lines of a file's statements to the writer, or to a preview that writes nothing.
import { workOf } from '../../domain/decide.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import type { Actor } from '../../domain/record/trade.ts';
import { emptyPreview, previewLines } from '../../store/batch/preview.ts';
import { rowsOf, type StatementRow } from '../file/packed-rows.ts';
import type { StatementPart } from '../file/statement-part.ts';
import {
  type GivenLine,
  type LineOrigin,
  lineCommands,
  type Repetition,
  type TakenLine,
  takeLines,
  takenLine,
} from '../line/bank-line-commands.ts';
import type { App } from '../process/app.ts';
import { confirmLines, daysOfParts } from './confirm-lines.ts';
import { ProgressNotes } from './import-progress.ts';
import { ImportTally } from './import-tally.ts';
import type { KeptPart } from './keep-statements.ts';

/** Progress: `done` of `of` lines. */
export type ImportStep = { step: 'lines'; done: number; of: number };
export type TellImportStep = (step: ImportStep) => void;

type Part = StatementPart & { readonly statement_id: string | null };

/** Equal lines of a statement are one if its balances prove that, otherwise several. */
function repetitionOf({ number, repeat }: StatementRow, { repeats }: Part): Repetition {
  if (repeats === 'first') return { number: 1, former_number: 1, in_doubt: false };
  const is_proven = repeats === 'each';
  return {
    number,
    former_number: is_proven ? repeat + 1 : 1,
    in_doubt: number > 1 && !is_proven,
  };
}

/** A line's number in the file, and its statement. */
type Place = { readonly line: number; readonly statement_id: string | null };

/** All lines of one account; `passed` receives the place of each. */
function* linesOf(parts: readonly Part[], passed: (place: Place) => void): Generator<GivenLine> {
  for (const part of parts) {
    const { statement_id } = part;
    for (const row of rowsOf(part.rows)) {
      const { line, repeat: _, number: __, ...given } = row;
      passed({ line, statement_id });
      yield { ...given, statement_id, repetition: repetitionOf(row, part) };
    }
  }
}

type Take = (
  lines: Iterable<GivenLine>,
  part: Part,
  origin: LineOrigin,
) => AsyncIterable<TakenLine[]>;

type Work = {
  readonly app: App;
  readonly is_interim: boolean;
  readonly take: Take;
  readonly tell: TellImportStep;
  /** Null in a preview. */
  readonly notes: ProgressNotes | null;
};

/** The imports of each account that this process has under way, and those that wait for them. */
const QUEUES = new Map<string, Promise<unknown>>();

/**
 * One import of an account after the other: a statement and a report within the day that are
 * imported at once would not see each other's lines.
 */
async function afterOthers<Value>(
  { receiving_account_id }: ReceivingAccount,
  work: () => Promise<Value>,
): Promise<Value> {
  const before = QUEUES.get(receiving_account_id) ?? Promise.resolve();
  const own = before.then(work, work);
  QUEUES.set(receiving_account_id, own);
  try {
    return await own;
  } finally {
    if (QUEUES.get(receiving_account_id) === own) QUEUES.delete(receiving_account_id);
  }
}

/** Account by account, so that twins are counted over the whole file. */
async function tallyParts(parts: readonly Part[], work: Work): Promise<ImportTally> {
  const tally = new ImportTally();
  const of = parts.reduce((sum, part) => sum + part.rows.count, 0);
  const by_account = Map.groupBy(parts, (part) => part.account.receiving_account_id);
  work.tell({ step: 'lines', done: 0, of });
  for (const own of by_account.values()) {
    const [first] = own;
    if (first === undefined) continue;
    await afterOthers(first.account, () => tallyAccount(own, first, work, tally, of));
  }
  await work.notes?.end();
  return tally;
}

async function tallyAccount(
  own: readonly Part[],
  first: Part,
  { app, is_interim, take, tell, notes }: Work,
  tally: ImportTally,
  of: number,
): Promise<void> {
  const confirmed = await confirmLines(app, daysOfParts(own), {
    lines: linesOf(own, () => undefined),
    is_interim,
    is_preview: notes === null,
  });
  const under_way: Place[] = [];
  const lines = linesOf(own, (place) => under_way.push(place));
  for await (const chunk of take(lines, first, { is_interim, confirmed })) {
    const at = under_way.splice(0, chunk.length);
    for (const [index, taken] of chunk.entries()) {
      tally.add(at[index]?.line ?? 0, taken);
      notes?.add(at[index]?.statement_id ?? null);
    }
    tell({ step: 'lines', done: tally.total, of });
    await notes?.write();
  }
}

export async function takeParts(
  app: App,
  actor: Actor,
  parts: readonly KeptPart[],
  is_interim: boolean,
  tell: TellImportStep,
): Promise<ImportTally> {
  return await tallyParts(parts, {
    app,
    is_interim,
    take: (lines, { account }, origin) => takeLines(app, actor, account, lines, origin),
    tell,
    notes: new ProgressNotes(app, parts),
  });
}

/**
 * Each line with the decision that the rules would make now, after the lines before it; writes
 * nothing.
 */
export async function previewParts(
  app: App,
  actor: Actor,
  parts: readonly StatementPart[],
  is_interim: boolean,
  tell: TellImportStep,
): Promise<ImportTally> {
  const state = emptyPreview();
  async function* preview(lines: Iterable<GivenLine>, { account }: Part, origin: LineOrigin) {
    for await (const commands of lineCommands(app, actor, account, lines, origin)) {
      const work = workOf(commands);
      const answers = await previewLines(app.store, work, await app.settings.current(), state);
      yield answers.map(takenLine);
    }
  }
  const unkept = parts.map((part) => ({ ...part, statement_id: null }));
  return await tallyParts(unkept, { app, is_interim, take: preview, tell, notes: null });
}
