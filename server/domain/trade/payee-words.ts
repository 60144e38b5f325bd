// The words by which a pay-out is found by its payee: those of the name, the last digits of the
// numbers, and the telephone number.

import { searchWords } from '../line/search-words.ts';
import type { Payee } from '../record/trade.ts';
import { endingsOf } from '../values/number-ending.ts';

export const PAYEE_WORD_FIELDS = ['name', 'ending', 'phone'] as const;
export type PayeeField = (typeof PAYEE_WORD_FIELDS)[number];

export function wordsOfPayee(payee: Payee): Readonly<Record<PayeeField, readonly string[]>> {
  const { name, number, phone } = payee;
  return {
    name: searchWords(name),
    ending: [...new Set([number, phone ?? ''].flatMap(endingsOf))],
    phone: phone === null ? [] : [phone],
  };
}
