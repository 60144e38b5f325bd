// The totals of an MT942 report within the day, and whether its lines agree with them.

import { currencyExponent } from '../../../domain/values/currency.ts';
import { MAX_BALANCE_CENTS } from '../../../domain/values/money.ts';
import type { MtLine } from './mt940-line.ts';
import { readMtAmount } from './mt940-values.ts';

const FLOOR = /^([A-Z]{3})([DC])?(\d{1,20}(?:[.,]\d{0,4})?)$/;
const TOTAL = /^(\d{1,9})([A-Z]{3})(\d{1,20}(?:[.,]\d{0,4})?)$/;
const TAGS: ReadonlySet<string> = new Set(['34F', '90D', '90C']);

type Sum = { count: number; cents: bigint };
type Side = 'debits' | 'credits';

const nothing = (): Sum => ({ count: 0, cents: 0n });

export class MtTotals {
  readonly #lines = { debits: nothing(), credits: nothing() };
  readonly #said: { debits: Sum | null; credits: Sum | null } = { debits: null, credits: null };
  /** Smaller movements are not listed; the totals of some banks count them all the same. */
  #has_floor = false;
  /** Banks count reversals and expected movements in different ways. */
  #is_unclear = false;

  owns(tag: string): boolean {
    return TAGS.has(tag);
  }

  count({ amount_cents, is_expected, is_reversal }: MtLine): void {
    if (is_expected || is_reversal) this.#is_unclear = true;
    const side = amount_cents > 0n ? this.#lines.credits : this.#lines.debits;
    side.count += 1;
    side.cents += amount_cents > 0n ? amount_cents : -amount_cents;
  }

  /** Takes `:34F:`, `:90D:` or `:90C:`; returns its currency, or what is wrong with it. */
  take(
    tag: string,
    text: string,
    known: string | null,
  ): { readonly currency: string } | { readonly problem: string } {
    const [, first = '', second = '', amount_text = ''] =
      (tag === '34F' ? FLOOR : TOTAL).exec(text.replace(/\s+/g, '')) ?? [];
    const currency = tag === '34F' ? first : second;
    if (currency === '') return { problem: 'is not written as MT942 has it' };
    const exponent = currencyExponent(currency);
    if (exponent === undefined) return { problem: `is in ${currency}, which is no currency today` };
    if (known !== null && known !== currency) {
      return { problem: `is in ${currency}, the report in ${known}` };
    }
    const amount = readMtAmount(amount_text, exponent, MAX_BALANCE_CENTS);
    if ('problem' in amount) return amount;
    if (tag === '34F') this.#has_floor ||= amount.cents > 0n;
    else {
      const said = { count: Number(first), cents: amount.cents };
      this.#said[tag === '90D' ? 'debits' : 'credits'] = said;
    }
    return { currency };
  }

  problem(): string | null {
    return this.#problemOf('debits') ?? this.#problemOf('credits');
  }

  #problemOf(side: Side): string | null {
    const [lines, said] = [this.#lines[side], this.#said[side]];
    if (said === null || this.#is_unclear) return null;
    const may_be_more = this.#has_floor && said.count >= lines.count && said.cents >= lines.cents;
    if (may_be_more || (said.count === lines.count && said.cents === lines.cents)) return null;
    return (
      `the report counts ${said.count} ${side} of ${said.cents} minor units, ` +
      `but its lines are ${lines.count} of ${lines.cents}`
    );
  }
}
