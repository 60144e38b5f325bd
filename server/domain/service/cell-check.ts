// What is wrong with a cell that answers, in sentences: whether it is the one that CELLS names, has
// all migrations, a copy of the control cell's settings, and the control cell's time.
import { SECOND_MS } from '../../lib/durations.ts';
import { type CellIdentity, judgeCell } from './cell-identity.ts';

export type CheckedCell = {
  /** As CELLS has it. */
  readonly name: string;
  readonly is_control: boolean;
  /** Null: the schema says of no cell. */
  readonly identity: CellIdentity | null;
  /** The files of this release that the schema lacks, the oldest first. */
  readonly missing_migrations: readonly string[];
  /** Of the control cell's settings: of which version it has a copy; null for that cell itself. */
  readonly copy: { readonly version: bigint; readonly newest: bigint } | null;
  /** How far its database's clock is ahead of the control cell's. */
  readonly ahead_ms: number;
};

/** A merchant's times are all of one clock; lists of several cells are merged by their times. */
export const CELL_CLOCK_MOST_MS = 2 * SECOND_MS;

function identityProblem(cell: CheckedCell, control: CellIdentity): string | null {
  const { name, identity } = cell;
  if (identity === null) {
    return `The schema of ${name} is no cell any more: its table cell_identity is empty.`;
  }
  const wish = { name, control: cell.is_control ? null : control };
  const judged = judgeCell(wish, { identity, has_data: true }, '');
  return 'problem' in judged ? judged.problem : null;
}

function migrationsProblem({ name, missing_migrations: missing }: CheckedCell): string | null {
  const [first] = missing;
  if (first === undefined) return null;
  const count = missing.length === 1 ? 'a migration' : `${missing.length} migrations`;
  return `The cell ${name} lacks ${count} of this release, from ${first} on: run \`migrate\`.`;
}

function copyProblem({ name, copy }: CheckedCell): string | null {
  if (copy === null || copy.version === copy.newest) return null;
  return (
    `The cell ${name} has the control cell's currencies, rates, bands and periods of version ` +
    `${copy.version}, and ${copy.newest} is the newest: the log says why it is not copied.`
  );
}

function clockProblem({ name, ahead_ms }: CheckedCell): string | null {
  if (Math.abs(ahead_ms) <= CELL_CLOCK_MOST_MS) return null;
  const seconds = (Math.abs(ahead_ms) / SECOND_MS).toFixed(1);
  const way = ahead_ms > 0 ? 'ahead of' : 'behind';
  return `The clock of ${name}'s database is ${seconds} s ${way} the control cell's: use NTP.`;
}

/** Empty if the cell is as it should be. */
export function cellProblems(cell: CheckedCell, control: CellIdentity): string[] {
  const found = [
    identityProblem(cell, control),
    migrationsProblem(cell),
    copyProblem(cell),
    clockProblem(cell),
  ];
  return found.filter((problem) => problem !== null);
}
