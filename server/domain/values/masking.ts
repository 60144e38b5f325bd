// Hides the middle of a number, so that its owner recognises it and nobody else can use it.

export type MaskRule = {
  /** How many characters stay readable at the start and at the end. */
  readonly head: number;
  readonly tail: number;
  /** The least number of hidden characters; a short value shows less, never everything. */
  readonly hidden: number;
};

export function maskMiddle(value: string, rule: MaskRule): string {
  const readable = Math.max(0, value.length - Math.max(1, rule.hidden));
  const tail = Math.min(rule.tail, readable);
  const head = Math.min(rule.head, readable - tail);
  const hidden = '*'.repeat(value.length - head - tail);
  return value.slice(0, head) + hidden + value.slice(value.length - tail);
}

/** First 6 and last 4; at least half of it hidden. */
export function maskHalf(value: string): string {
  return maskMiddle(value, { head: 6, tail: 4, hidden: Math.ceil(value.length / 2) });
}

export function groupBy(value: string, sizes: readonly number[], rest: number): string {
  const groups: string[] = [];
  let start = 0;
  while (start < value.length) {
    const size = sizes[groups.length] ?? rest;
    groups.push(value.slice(start, start + size));
    start += size;
  }
  return groups.join(' ');
}
