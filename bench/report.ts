// The benchmark's result: figures beside their targets, as a table for people and as JSON.
import { cpus, totalmem } from 'node:os';
import type { BenchOptions, Figure } from './scenario/scenario.ts';

export type Failure = { readonly scenario: string; readonly error: string };

export type BenchReport = {
  readonly started_at: string;
  readonly seconds: number;
  readonly machine: Machine;
  readonly options: BenchOptions;
  readonly figures: readonly JudgedFigure[];
  readonly failures: readonly Failure[];
};

export type Machine = {
  readonly processor: string;
  readonly processors: number;
  readonly memory_mb: number;
  readonly platform: string;
  readonly node: string;
};

/** `reached` is null if the figure has no target. */
export type JudgedFigure = Figure & { readonly reached: boolean | null };

export function machineOfHere(): Machine {
  const [first] = cpus();
  return {
    processor: first?.model.trim() ?? 'unknown',
    processors: cpus().length,
    memory_mb: Math.round(totalmem() / 1_048_576),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

export function judge(figure: Figure): JudgedFigure {
  const { value, at_least, at_most } = figure;
  if (at_least !== undefined) return { ...figure, reached: value >= at_least };
  if (at_most !== undefined) return { ...figure, reached: value <= at_most };
  return { ...figure, reached: null };
}

/** Three significant digits, or all digits of a large whole number. */
export function numberText(value: number): string {
  const size = Math.abs(value);
  const [, decimals] = [[100, 0] as const, [10, 1] as const].find(([from]) => size >= from) ?? [
    0, 2,
  ];
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

function targetText({ at_least, at_most, unit }: Figure): string {
  if (at_least !== undefined) return `at least ${at_least.toLocaleString('en-US')} ${unit}`;
  if (at_most !== undefined) return `at most ${at_most.toLocaleString('en-US')} ${unit}`;
  return '';
}

const VERDICTS = new Map<boolean | null, string>([
  [true, 'ok'],
  [false, 'SHORT'],
  [null, ''],
]);

function cellsOf(figure: JudgedFigure): readonly string[] {
  const { name, value, unit, runs = [], reached } = figure;
  return [
    VERDICTS.get(reached) ?? '',
    name,
    numberText(value),
    unit,
    targetText(figure),
    runs.map(numberText).join('  '),
  ];
}

const VALUE_COLUMNS = [2];

/** Makes each column as wide as its widest cell; the given ones are right-aligned. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  right: readonly number[],
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

const HEAD = ['', 'figure', 'value', '', 'target', 'runs'];

/** Without the stack trace, which was printed when the scenario failed. */
export function failureLines(failures: readonly Failure[]): string[] {
  return failures.map(({ scenario, error }) => {
    const [first_line = ''] = error.split('\n');
    return `FAILED  ${scenario}: ${first_line}`;
  });
}

export function tableOf(report: Pick<BenchReport, 'figures' | 'failures'>): string {
  const { figures, failures } = report;
  const [head = '', ...lines] = alignColumns([HEAD, ...figures.map(cellsOf)], VALUE_COLUMNS);
  const text = [head];
  for (const [index, figure] of figures.entries()) {
    const is_first = figures[index - 1]?.scenario !== figure.scenario;
    if (is_first) text.push('', figure.scenario);
    text.push(lines[index] ?? '');
  }
  text.push('');
  text.push(...failureLines(failures));
  const judged = figures.filter((figure) => figure.reached !== null);
  const reached = judged.filter((figure) => figure.reached === true);
  text.push(`${reached.length} of ${judged.length} targets reached.`);
  return `${text.join('\n')}\n`;
}
