// The names of merchants beside their ids, for lists: whoever shows a list reads none by itself.
import type { App } from '../process/app.ts';

/** Null: it is of no merchant, or of one that is too new. */
export type OfNamedMerchant<Row> = Row & { merchant_name: string | null };

export async function withMerchantNames<Row extends { merchant_id: string | null }>(
  app: App,
  rows: readonly Row[],
): Promise<OfNamedMerchant<Row>[]> {
  const { merchants } = await app.settings.current();
  return rows.map((row) => ({
    ...row,
    merchant_name: merchants.get(row.merchant_id ?? '')?.name ?? null,
  }));
}
