// An amount in the units of its currency, as a cell of an exported table.
import { currencyExponent } from '../../domain/values/currency.ts';
import { digitsCell, type TableCell } from '../../lib/table/table-cell.ts';
import { csvAmount } from '../settlement/settlement-amount.ts';

export function amountCell(cents: bigint | null, currency: string): TableCell {
  const exponent = currencyExponent(currency);
  const is_known = cents !== null && exponent !== undefined;
  return digitsCell(is_known ? csvAmount(cents, exponent) : null);
}
