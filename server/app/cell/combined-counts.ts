// Counts of several cells become those of one: what each cell counts is added up.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import type { DisputeCountsBody } from '../dispute/count-disputes.ts';
import { addExact, type ExactInteger } from '../request/exact-integer.ts';
import type { StateCountBody } from '../trade/count-trades.ts';
import type { Series, SeriesRow } from '../trade/trade-series.ts';

type Bodies<Body> = readonly [Body, ...Body[]];

/** Rows with the same key become one; the key is also the order. */
function addedRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (same: readonly [Row, ...Row[]]) => Row,
): Row[] {
  return [...Map.groupBy(rows, keyOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) => (first === undefined ? [] : add([first, ...others])));
}

const addParts = (parts: StateCountBody['parts']): StateCountBody['parts'] =>
  addedRows(
    parts,
    ({ direction, currency }) => `${direction}/${currency}`,
    (same) => ({
      ...same[0],
      count: addExact(same.map(({ count }) => count)),
      amount_cents: addExact(same.map(({ amount_cents }) => amount_cents)),
    }),
  );

export function addTradeCounts([first, ...others]: Bodies<{ data: StateCountBody[] }>) {
  const data = first.data.map(({ state }) => {
    const same = [first, ...others].flatMap((body) =>
      body.data.filter((row) => row.state === state),
    );
    const parts = addParts(same.flatMap((row) => row.parts));
    return { state, count: addExact(same.map(({ count }) => count)), parts };
  });
  return { data };
}

type Value = { count: ExactInteger; sum: ExactInteger };

const addValues = (values: readonly Value[]): Value => ({
  count: addExact(values.map(({ count }) => count)),
  sum: addExact(values.map(({ sum }) => sum)),
});

function addMetrics(rows: readonly SeriesRow[]): SeriesRow['metrics'] {
  const values = rows.flatMap(({ metrics }) => Object.entries<Value>(metrics));
  return Object.fromEntries(
    [...Map.groupBy(values, ([metric]) => metric)].map(([metric, same]) => [
      metric,
      addValues(same.map(([, value]) => value)),
    ]),
  );
}

export function addSeries([first, ...others]: Bodies<Series>): Series {
  const data = addedRows(
    [first, ...others].flatMap((body) => body.data),
    ({ day, direction, currency }) => [day, direction, currency].join('/'),
    (same) => ({ ...same[0], metrics: addMetrics(same) }),
  );
  return { ...first, data };
}

/** Each cell counts up to a most, so their sum is cut at it as well. */
export function addCapped(counts: readonly { count: number; has_more: boolean }[]) {
  const sum = counts.reduce((all, { count }) => all + count, 0);
  return {
    count: Math.min(sum, COUNTED_MOST),
    has_more: sum > COUNTED_MOST || counts.some(({ has_more }) => has_more),
  };
}

export function addDisputeCounts(bodies: Bodies<DisputeCountsBody>): DisputeCountsBody {
  const sumOf = (name: keyof DisputeCountsBody) => addCapped(bodies.map((body) => body[name]));
  return {
    open: sumOf('open'),
    overdue: sumOf('overdue'),
    mine: sumOf('mine'),
    waiting_for_merchant: sumOf('waiting_for_merchant'),
    decided: sumOf('decided'),
  };
}
