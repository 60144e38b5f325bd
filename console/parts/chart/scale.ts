// The scale of a chart: round marks from zero to at least the largest value.

const ROUND = [1, 2, 2.5, 5, 10] as const;
const MARKS = 4;

/** From zero; the last one is at least `most`. */
export function marksOf(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / MARKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (ROUND.find((round) => round * power >= rough) ?? 10) * power;
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Every first, second, fifth… of the labels, so that at most so many are shown. */
export function stepOf(count: number, most: number): number {
  return Math.max(1, Math.ceil(count / Math.max(1, most)));
}
