// UTRs that a person typed or pasted for selected pay-outs: the form that the rail's numbers have,
// and whose each pasted number is, by its id or as the console names it.
import { BOUNDS } from '../../api/bounds.gen.ts';
import { orderName } from '../../parts/names/order-name.ts';

export type Payable = {
  /** The trade's id. */
  readonly id: string;
  readonly order_id: string;
  readonly end_to_end_id: string;
  readonly type: string;
};

/** By the trade's id. */
export type Utrs = Readonly<Record<string, string>>;

const OTHER = /^[A-Z0-9]{8,35}$/;
const UPI = /^\d{12}$/;
const MOST_LINES = 1_000;

/** Without separators, in upper case: as the service compares it. */
export const bareUtr = (text: string): string =>
  text
    .slice(0, BOUNDS.completePayouts['payouts.utr'].maxLength)
    .replace(/[\s./-]/g, '')
    .toUpperCase();

export type UtrProblem = 'missing' | 'upi' | 'other' | 'twice';

/** Null if it can be a number of this rail, and no other row has it. */
export function utrProblem({ id, type }: Payable, utrs: Utrs): UtrProblem | null {
  const utr = bareUtr(utrs[id] ?? '');
  if (utr === '') return 'missing';
  if (type === 'upi' && !UPI.test(utr)) return 'upi';
  if (!OTHER.test(utr)) return 'other';
  const is_twice = Object.entries(utrs).some(
    ([other, text]) => other !== id && bareUtr(text) === utr,
  );
  return is_twice ? 'twice' : null;
}

export type Pasted = { readonly utrs: Utrs; readonly unknown: readonly string[] };

/** Lines of two cells, separated by a tab, a semicolon, a comma or blanks. */
export function readPasted(text: string, payables: readonly Payable[]): Pasted {
  const by_name = new Map(
    payables.flatMap(({ id, order_id, end_to_end_id }): [string, string][] => [
      [id.toLowerCase(), id],
      [order_id.toLowerCase(), id],
      [orderName(order_id).toLowerCase(), id],
      [end_to_end_id.toLowerCase(), id],
    ]),
  );
  const utrs: Record<string, string> = {};
  const unknown: string[] = [];
  for (const line of text.split(/\r?\n/, MOST_LINES)) {
    const [name = '', ...cells] = line.trim().split(/\t|;|,/);
    const parts = cells.length === 0 ? name.trim().split(/ {1,8}/) : [name, ...cells];
    const first = (parts[0] ?? '').trim();
    const id = by_name.get(first.toLowerCase());
    const utr = (parts[1] ?? '').trim();
    if (id !== undefined && utr !== '') utrs[id] = utr;
    else if (first !== '') unknown.push(first);
  }
  return { utrs, unknown };
}
