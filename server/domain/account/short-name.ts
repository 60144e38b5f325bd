// A receiving account in a few words: its bank and the end of its number.
import type { ReceivingAccount } from '../record/receiving-account.ts';
import { maskHalf } from '../values/masking.ts';

const TAIL = 4;

/** `HDFC ··0001`; an address such as a UPI id is masked instead. */
export function shortAccountName({
  name,
  bank_name,
  number,
}: Pick<ReceivingAccount, 'name' | 'bank_name' | 'number'>): string {
  const holder = bank_name ?? name;
  if (number === '') return holder;
  const is_address = number.includes('@') || number.length <= 2 * TAIL;
  return `${holder} ${is_address ? maskHalf(number) : `··${number.slice(-TAIL)}`}`;
}
