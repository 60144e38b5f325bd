// An account serves the merchants of one cell: with one more in another cell, a line of its bank
// could be imported in both, and pay for an order in each.
import type { RawFields } from '../../domain/request/read-request.ts';
import { paymentType } from '../../domain/values/payment-type.ts';
import { type FoundCell, findCell, type ServedCells } from './cells.ts';

/** The cell beside `name` that has an account of this number; null if the number is no number. */
export async function accountElsewhere(
  cells: ServedCells,
  name: string,
  { type, number }: RawFields['fields'],
): Promise<FoundCell | null> {
  if (typeof type !== 'string' || typeof number !== 'string') return null;
  const canonical = paymentType(type)?.normalise(number) ?? null;
  if (canonical === null) return null;
  const others = { ...cells, all: cells.all.filter((cell) => cell.name !== name) };
  return await findCell(others, ({ accounts }) =>
    [...accounts.values()].some((account) => account.type === type && account.number === canonical),
  );
}
