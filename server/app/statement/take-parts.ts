// Submits the lines of a file's statements to the writer, or to a preview that writes nothing.
import { workOf } from '../../domain/decide.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { emptyPreview, previewLines } from '../../store/batch/preview.ts';
import type { AccountLock } from '../../store/line/account-lock.ts';
import { rowsOf, type StatementRow } from '../file/packed-rows.ts';
import type { StatementPart } from '../file/statement-part.ts';
import { inAccountTurn } from '../line/account-turn.ts';
import {
  confirmedKey,
  type GivenLine,
  type KeyedLine,
  type LineOrigin,
  lineCommands,
  type Repetition,
  type TakenLine,
  takeLines,
  takenLine,
} from '../line/bank-line-commands.ts';
import { type DeliverySource, isInterimSource } from '../line/compare-stored.ts';
import { judgeDelivery } from '../line/judge-delivery.ts';
import type { App } from '../process/app.ts';
import { withNewestSettings } from '../request/with-newest-settings.ts';
import { daysOfParts } from './days-of-parts.ts';
import { ProgressNotes } from './import-progress.ts';
import { ImportTally } from './import-tally.ts';
import type { KeptPart } from './keep-statements.ts';

/** Progress: `done` of `of` lines. */
export type ImportStep = { step: 'lines'; done: number; of: number };
export type TellImportStep = (step: ImportStep) => void;

type Part = StatementPart & { readonly statement_id: string | null };

/** Equal lines of a statement are one if its balances prove that, otherwise several. */
function repetitionOf({ number }: StatementRow, { repeats }: Part): Repetition {
  if (repeats === 'first') return { number: 1, in_doubt: false };
  return { number, in_doubt: number > 1 && repeats !== 'each' };
}

/** A line's number in the file, and its statement. */
type Place = { readonly line: number; readonly statement_id: string | null };

/** All lines of one account; `passed` receives the place of each. */
export function* linesOfParts(
  parts: readonly Part[],
  passed: (place: Place) => void,
): Generator<GivenLine> {
  for (const part of parts) {
    const { statement_id } = part;
    for (const row of rowsOf(part.rows)) {
      const { line, number: _, ...given } = row;
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
  readonly actor: Actor;
  readonly source: DeliverySource;
  readonly take: Take;
  readonly tell: TellImportStep;
  /** Null in a preview. */
  readonly notes: ProgressNotes | null;
};

/** Account by account, so that twins are counted over the whole file. */
async function tallyParts(parts: readonly Part[], work: Work): Promise<ImportTally> {
  const tally = new ImportTally();
  const of = parts.reduce((sum, part) => sum + part.rows.count, 0);
  const by_account = Map.groupBy(parts, (part) => part.account.receiving_account_id);
  work.tell({ step: 'lines', done: 0, of });
  for (const own of by_account.values()) {
    const [first] = own;
    if (first === undefined) continue;
    const { receiving_account_id } = first.account;
    await inAccountTurn(work.app, receiving_account_id, async (lock) => {
      await tallyAccount(own, first, work, tally, { of, lock });
    });
  }
  await work.notes?.end();
  return tally;
}

async function tallyAccount(
  own: readonly Part[],
  first: Part,
  { app, actor, source, take, tell, notes }: Work,
  tally: ImportTally,
  { of, lock }: { of: number; lock: AccountLock },
): Promise<void> {
  const { confirmed, left, gap } = await judgeDelivery(app, daysOfParts(own), {
    actor,
    source,
    lines: () => linesOfParts(own, () => undefined),
    balances: own.flatMap(({ balances }) => balances),
    statement_ids: own.flatMap(({ statement_id }) => statement_id ?? []),
    is_preview: notes === null,
  });
  tally.addGap(first.account, gap);
  const under_way: Place[] = [];
  const lines = linesOfParts(own, (place) => under_way.push(place));
  const origin = {
    is_interim: isInterimSource(source),
    confirmed,
    left,
    // Its place is the last one that was passed.
    leave: (line: KeyedLine) => {
      const place = under_way.pop();
      tally.addLeft(left.get(confirmedKey(line))?.decision === null);
      notes?.add(place?.statement_id ?? null);
    },
  };
  for await (const chunk of take(lines, first, origin)) {
    lock.check();
    const at = under_way.splice(0, chunk.length);
    for (const [index, taken] of chunk.entries()) {
      tally.add(at[index]?.line ?? 0, taken);
      notes?.add(at[index]?.statement_id ?? null);
    }
    tell({ step: 'lines', done: tally.total, of });
    await notes?.write();
  }
  await notes?.write();
}

export async function takeParts(
  app: App,
  actor: Actor,
  parts: readonly KeptPart[],
  source: DeliverySource,
  tell: TellImportStep,
): Promise<ImportTally> {
  return await tallyParts(parts, {
    app,
    actor,
    source,
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
  source: DeliverySource,
  tell: TellImportStep,
): Promise<ImportTally> {
  const state = emptyPreview();
  async function* preview(lines: Iterable<GivenLine>, { account }: Part, origin: LineOrigin) {
    for await (const commands of lineCommands(app, actor, account, lines, origin)) {
      const answers = await withNewestSettings(app.settings, commands, (known, given) =>
        previewLines(app.store, workOf(given), known, state),
      );
      yield answers.map(takenLine);
    }
  }
  const unkept = parts.map((part) => ({ ...part, statement_id: null }));
  return await tallyParts(unkept, { app, actor, source, take: preview, tell, notes: null });
}
