// The ways in which the amounts of a CSV may have their signs: two columns, a column of words, a
// minus, or only the balances.

import { isZeroCell } from '../cell-amount.ts';
import { SIGN_WORDS } from '../statement-words.ts';
import { isDirection, type SampleTable } from './guess-columns.ts';
import { areAmounts } from './guess-values.ts';

/** `file`: columns, words or a minus say which amounts went out; `none`: nothing but balances. */
export type SignWay = {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The positions of the columns that it reads. */
  readonly columns: readonly number[];
  readonly told_by: 'file' | 'none';
  /** Whether a person is asked for it if nothing proves it. */
  readonly is_question: boolean;
  /** No amount has a sign of its own: balances prove all rows but the first one. */
  readonly is_unsigned?: boolean;
  /** For a person who has to choose. */
  readonly meaning: string;
};

const BEFORE = /[-\u2010-\u2013\u2212\uFF0D(]/;
const BEHIND = /[-\u2212)]/;
const DEBIT_BEHIND = /\b(?:DR|DB)\)?\.?$/i;

/** A minus or a bracket before the first digit or behind the last one, or a word for debits. */
function hasMinus(cell: string): boolean {
  const [before = ''] = cell.split(/\d/, 1);
  const behind = cell.split(/\d/).at(-1) ?? '';
  const is_out = BEFORE.test(before) || BEHIND.test(behind) || DEBIT_BEHIND.test(cell);
  return is_out && /[1-9]/.test(cell);
}

const areReadable = (cells: readonly string[]) => areAmounts(cells, 2) || areAmounts(cells, 3);

const FIRST_IS_IN = 'the first of the two columns of amounts is money in';
const SECOND_IS_IN = 'the second of the two columns of amounts is money in';

/** One column for each direction, named for it. */
function pairWays(table: SampleTable): SignWay[] {
  const isUsable = (at: number) => {
    const cells = table.cells(at);
    return cells.length === 0 || areReadable(cells);
  };
  const credit = table.named('credit').find(isUsable);
  const debit = table.named('debit').find((at) => at !== credit && isUsable(at));
  if (credit === undefined || debit === undefined) return [];
  if (table.cells(credit).length + table.cells(debit).length === 0) return [];
  const way = (into: number, out: number, meaning: string): SignWay => {
    const filled = table.cells(out).filter((cell) => !isZeroCell(cell));
    const debit_sign = filled.length > 0 && filled.every(hasMinus) ? '-' : '+';
    const fields = { credit: table.columnAt(into), debit: table.columnAt(out), debit_sign };
    return { fields, columns: [into, out], told_by: 'file', is_question: false, meaning };
  };
  if (!table.has_header) {
    return [way(credit, debit, FIRST_IS_IN), way(debit, credit, SECOND_IS_IN)].map((one) => ({
      ...one,
      told_by: 'none',
      is_question: true,
    }));
  }
  return [
    way(credit, debit, 'the columns are named for money in and money out'),
    { ...way(debit, credit, 'the two columns are exchanged'), told_by: 'none' },
  ];
}

/** The words of every language that has one of those in the column. */
function wordsFor(words: readonly string[]) {
  const used = SIGN_WORDS.filter((pair) => pair.some((word) => words.includes(word)));
  return {
    credit_words: [...new Set(used.map(([credit]) => credit))],
    debit_words: [...new Set(used.map(([, debit]) => debit))],
  };
}

const MOST_WORDS = 4;

const wordsIn = (table: SampleTable, at: number): string[] => [
  ...new Set(table.cells(at).map((cell) => cell.toUpperCase().replace(/\.$/, ''))),
];

/** Names that mean nothing else than a direction; `Type` may mean anything. */
const CLEAR_RANKS = 2;

/**
 * Columns whose words mean money in or money out: most of them if the name says so, all of them
 * otherwise; and both directions if the name says nothing.
 */
export function indicatorColumns(table: SampleTable): number[] {
  const named = table.named('indicator');
  const others = table.header.flatMap((_, at) => (named.includes(at) ? [] : [at]));
  const isClear = (at: number) => {
    const cells = table.cells(at);
    const known = cells.filter((cell) => isDirection([cell])).length;
    return table.rankOf('indicator', at) <= CLEAR_RANKS && known * 2 > cells.length;
  };
  const hasBoth = (at: number) =>
    SIGN_WORDS.some((pair) => pair.every((word) => wordsIn(table, at).includes(word)));
  return [
    ...named.filter((at) => isClear(at) || isDirection(table.cells(at))),
    ...others.filter((at) => isDirection(table.cells(at)) && hasBoth(at)),
  ];
}

/** Whether an amount without a minus stands beside a word for money out. */
export function contradictsMinus(table: SampleTable, amount: number, indicator: number): boolean {
  const { debit_words } = wordsFor(wordsIn(table, indicator));
  return table.rows.some((row) => {
    const [cell = '', word = ''] = [row[amount], row[indicator]].map((one) => (one ?? '').trim());
    return debit_words.includes(word.toUpperCase()) && /[1-9]/.test(cell) && !hasMinus(cell);
  });
}

function indicatorWays(table: SampleTable, amount: number): SignWay[] {
  return indicatorColumns(table)
    .filter((at) => at !== amount)
    .flatMap((at) => {
      const { credit_words, debit_words } = wordsFor(wordsIn(table, at));
      const fields = { amount: table.columnAt(amount), indicator: table.columnAt(at) };
      const columns = [amount, at];
      const said = `a column says ${credit_words.join(', ')} for money in`;
      const turned = { credit_words: debit_words, debit_words: credit_words };
      return [
        {
          fields: { ...fields, credit_words, debit_words },
          columns,
          told_by: 'file' as const,
          is_question: false,
          meaning: said,
        },
        {
          fields: { ...fields, ...turned },
          columns,
          told_by: 'none' as const,
          is_question: false,
          meaning: `${said}, turned`,
        },
      ];
    });
}

const rowsWith = (table: SampleTable, at: number, word: string): number =>
  table.cells(at).filter((cell) => cell.toUpperCase().replace(/\.$/, '') === word).length;

/** Every way to give a column of few words two directions; only balances can prove one of them. */
function unknownWordWays(table: SampleTable, amount: number): SignWay[] {
  return table.header.flatMap((_, at) => {
    const words = wordsIn(table, at);
    const is_known = at === amount || isDirection(table.cells(at));
    if (is_known || words.length < 2 || words.length > MOST_WORDS) return [];
    if (words.some((word) => /\d/.test(word) || word.length > 40)) return [];
    // A word of one row would fit any balance.
    if (words.some((word) => rowsWith(table, at, word) < 2)) return [];
    return Array.from({ length: 2 ** words.length - 2 }, (_, index) => index + 1).map((bits) => ({
      fields: {
        amount: table.columnAt(amount),
        indicator: table.columnAt(at),
        credit_words: words.filter((_, bit) => (bits & (1 << bit)) !== 0),
        debit_words: words.filter((_, bit) => (bits & (1 << bit)) === 0),
      },
      columns: [amount, at],
      told_by: 'none' as const,
      is_question: false,
      meaning: 'the balances tell the words for money in',
    }));
  });
}

const CARD = /^"?(?:card ?(?:member|holder)|purchased by)/i;

/**
 * What was bought often has no minus in the export of a card, and what was given back has one. Two
 * days and a category without a balance are of a card, too.
 */
function isOfCard(table: SampleTable): boolean {
  const hasName = (name: RegExp) => table.header.some((one) => name.test(one.trim()));
  const has_days = hasName(/^trans(?:action)?\.? ?date/i) && hasName(/^post(?:ed|ing)?\.? ?date/i);
  const has_balance = table.named('balance').length > 0;
  return hasName(CARD) || (has_days && hasName(/^category$/i) && !has_balance);
}

/** Ways for one column of amounts, the most likely first. */
function columnWays(table: SampleTable, amount: number): SignWay[] {
  const words = indicatorWays(table, amount);
  const has_minus = table.cells(amount).some(hasMinus);
  const signed = (incoming: '+' | '-', told_by: SignWay['told_by']): SignWay => ({
    fields: { amount: table.columnAt(amount), incoming },
    columns: [amount],
    told_by,
    is_question: true,
    is_unsigned: !has_minus,
    meaning:
      incoming === '+' ? 'amounts without a minus came in' : 'amounts without a minus went out',
  });
  const is_contradicted = words.some(({ columns: [, at = -1] }) =>
    contradictsMinus(table, amount, at),
  );
  const is_told = has_minus && !is_contradicted && !isOfCard(table);
  const by_minus = signed('+', is_told ? 'file' : 'none');
  const plain = [by_minus, signed('-', 'none')];
  const known = has_minus ? [...plain, ...words] : [...words, ...plain];
  return has_minus ? known : [...known, ...unknownWordWays(table, amount)];
}

export function signWays(table: SampleTable, taken: ReadonlySet<number>): SignWay[] {
  const amount = table.named('amount').find((at) => !taken.has(at) && areReadable(table.cells(at)));
  const pairs = pairWays(table);
  return amount === undefined ? pairs : [...pairs, ...columnWays(table, amount)];
}
