// The rows that a mass act is about, frozen when its dialog opens: ids, count and sums.

export type Money = { readonly amount_cents: number; readonly currency: string };

export type Frozen<Row> = {
  readonly rows: readonly Row[];
  /** One sum per currency, by the currency's code. */
  readonly sums: readonly Money[];
};

export function freeze<Row>(
  rows: readonly Row[],
  moneyOf: (row: Row) => Money | null,
): Frozen<Row> {
  const sums = new Map<string, number>();
  for (const { amount_cents, currency } of rows.flatMap((row) => moneyOf(row) ?? [])) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount_cents);
  }
  const sorted = [...sums].sort(([a], [b]) => a.localeCompare(b));
  return {
    rows: [...rows],
    sums: sorted.map(([currency, amount_cents]) => ({ currency, amount_cents })),
  };
}
