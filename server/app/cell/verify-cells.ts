// Verifies the books of several cells, one cell after another, as one report: what is wrong or left
// out names its cell. A cell that does not answer is not verified, so nothing holds as a whole.
import { isOutage } from '../process/outage.ts';
import { BOOK_PROBLEMS_SHOWN, type BooksCheck } from '../proof/verify-books.ts';
import type { TellVerifyStep } from '../proof/verify-tail.ts';
import type { CellAnswer } from './ask-all.ts';

export type BooksOfCell = { verify(tell?: TellVerifyStep): Promise<BooksCheck> };

type CellStep = { readonly cell: string } & Parameters<TellVerifyStep>[0];

/** The earliest; null means that one cell was read from its first entry. */
function earliestDay(checks: readonly BooksCheck[]): string | null {
  const days = checks.flatMap(({ since }) => since ?? []).toSorted();
  return days.length < checks.length ? null : (days[0] ?? null);
}

function addChecks(checks: readonly CellAnswer<BooksCheck>[], away: readonly string[]): BooksCheck {
  const bodies = checks.map(({ answer }) => answer);
  const sumOf = (name: 'books' | 'entries' | 'audit_entries' | 'proofs') =>
    bodies.reduce((sum, body) => sum + body[name], 0);
  const linesOf = (name: 'problems' | 'not_checked') =>
    checks.flatMap(({ cell, answer }) => answer[name].map((text) => `${cell}: ${text}`));
  const unread = away.map((cell) => `${cell}: the cell is not answering; its books were not read.`);
  const problems = [...unread, ...linesOf('problems')];
  return {
    ok: problems.length === 0,
    since: earliestDay(bodies),
    resumed_from: bodies.flatMap(({ resumed_from }) => resumed_from ?? []).toSorted()[0] ?? null,
    books: sumOf('books'),
    entries: sumOf('entries'),
    audit_entries: sumOf('audit_entries'),
    proofs: sumOf('proofs'),
    not_checked: linesOf('not_checked'),
    problems: problems.slice(0, BOOK_PROBLEMS_SHOWN),
  };
}

/** `away`: those that did not answer when the check began. */
export async function verifyCells(
  cells: readonly CellAnswer<BooksOfCell>[],
  away: readonly string[],
  tell: (step: CellStep) => void = () => undefined,
): Promise<BooksCheck & { cells_away: readonly string[] }> {
  const checks: CellAnswer<BooksCheck>[] = [];
  const lost = [...away];
  for (const { cell, answer: books } of cells) {
    try {
      const answer = await books.verify((step) => tell({ cell, ...step }));
      checks.push({ cell, answer });
    } catch (error) {
      if (!isOutage(error)) throw error;
      lost.push(cell);
    }
  }
  return { ...addChecks(checks, lost), cells_away: lost };
}
