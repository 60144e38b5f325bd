// Which entries have to be read for the sums of a month, if the sums of some runs of entries are
// kept: a run that lies mostly in the month is taken whole, and what it has too much is taken
// off again.

/** From `first` on, before `next`; up to `last`, the sums after the month are needed, too. */
export type MonthSpan = { readonly first: bigint; readonly next: bigint; readonly last: bigint };

/** The entries between two proofs, of which the sums are kept under the number of the later. */
export type ArchivedRun = {
  readonly proof_number: bigint;
  readonly first: bigint;
  readonly last: bigint;
};

export type SpanRead = {
  readonly low: bigint;
  readonly high: bigint;
  readonly is_after: boolean;
  /** -1: to be taken off. */
  readonly factor: 1 | -1;
};

export type MonthReads = {
  readonly kept: readonly bigint[];
  readonly reads: readonly SpanRead[];
};

const larger = (a: bigint, b: bigint) => (a > b ? a : b);
const smaller = (a: bigint, b: bigint) => (a < b ? a : b);

/** `runs` are in their order, and none has an entry of another. */
export function planMonthReads(
  { first, next, last }: MonthSpan,
  runs: readonly ArchivedRun[],
): MonthReads {
  const end = next - 1n;
  const inside = (run: ArchivedRun) => smaller(run.last, end) - larger(run.first, first) + 1n;
  const used = runs.filter((run) => inside(run) * 2n > run.last - run.first + 1n);
  const reads: SpanRead[] = [];
  const read = (low: bigint, high: bigint, factor: 1 | -1, is_after = false) => {
    if (low <= high) reads.push({ low, high, is_after, factor });
  };
  let from = first;
  for (const run of used) {
    read(from, run.first - 1n, 1);
    read(run.first, first - 1n, -1);
    read(next, run.last, -1);
    from = run.last + 1n;
  }
  read(from, end, 1);
  read(next, last, 1, true);
  return { kept: used.map(({ proof_number }) => proof_number), reads };
}
