// Asks every cell the same, at once: those that do not answer in time are named, and the answers of
// the others count.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import { askCell } from './ask-cell.ts';

export type CellPart = {
  readonly name: string;
  /** With the connections that such requests may use; null if the cell is away. */
  readonly app: App | null;
};

export type CellAnswer<Answer> = { readonly cell: string; readonly answer: Answer };

export type CellAnswers<Answer> = {
  /** At least one, in the order of the cells. */
  readonly answers: readonly CellAnswer<Answer>[];
  readonly away: readonly string[];
};

/** Nor does a cell answer that refuses for the moment. */
const isAway = (answer: unknown): boolean =>
  answer === null || (isRefusal(answer) && answer.code === 'unavailable');

/** Null if no cell answers; a refusal if one refuses, because all are asked the same. */
export async function askAll<Answer extends object>(
  cells: readonly CellPart[],
  ask: (app: App, name: string) => Promise<Answer | Refusal>,
): Promise<CellAnswers<Answer> | Refusal | null> {
  const asked = await Promise.all(
    cells.map(async ({ name, app }) => ({
      cell: name,
      answer: await askCell(app, (own) => ask(own, name)),
    })),
  );
  const answers: CellAnswer<Answer>[] = [];
  for (const { cell, answer } of asked) {
    if (answer === null || isAway(answer)) continue;
    if (isRefusal(answer)) return answer;
    answers.push({ cell, answer });
  }
  if (answers.length === 0) return null;
  return { answers, away: asked.flatMap(({ cell, answer }) => (isAway(answer) ? [cell] : [])) };
}
