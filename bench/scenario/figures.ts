// Makes a figure from repeated runs: its value is their median, and the table shows all of them.
import type { Figure } from './scenario.ts';

export function median(runs: readonly number[]): number {
  const sorted = runs.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const high = sorted[Math.floor(middle)];
  const low = sorted[Math.ceil(middle) - 1];
  if (high === undefined || low === undefined) throw new Error('There is no median of nothing');
  return (low + high) / 2;
}

type Rest = Omit<Figure, 'value' | 'runs'>;

/** Compares alternating runs in pairs, because a slow machine slows both runs of a pair. */
export function ratios(these: readonly number[], those: readonly number[]): number[] {
  return these.map((value, index) => {
    const other = those[index];
    if (other === undefined || other <= 0) throw new Error('A run has nothing to be compared with');
    return value / other;
  });
}

export function figureOf(rest: Rest, runs: readonly number[]): Figure {
  return { ...rest, value: median(runs), ...(runs.length > 1 ? { runs } : {}) };
}
