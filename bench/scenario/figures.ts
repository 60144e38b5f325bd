// Figures made of repeated runs: the median stands for them, and all of them are shown.
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

/** Runs that took turns are compared in pairs: what slowed one down slowed its neighbour too. */
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
