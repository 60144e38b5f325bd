// The operator's list of currencies; empty if none was set.
import type { Queryable } from '../connection/database.ts';

export async function readCurrencies(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ currency: string }>(
    'read-currencies',
    'select currency from currencies order by currency',
    [],
  );
  return rows.map(({ currency }) => currency);
}

export async function saveCurrencies(tx: Queryable, currencies: readonly string[]): Promise<void> {
  await tx.query('delete-currencies', 'delete from currencies where currency <> all($1)', [
    currencies,
  ]);
  await tx.query(
    'insert-currencies',
    'insert into currencies (currency) select unnest($1::text[]) on conflict (currency) do nothing',
    [currencies],
  );
}
