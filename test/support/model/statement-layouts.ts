// Draws bank statements and the ways in which banks write them: columns, days, decimals, signs,
// balances, sums and notes. What is written is known, so that a reading can be compared with it.
import { fc } from '../property.ts';

export type DrawnLine = { readonly cents: number; readonly day: string; readonly text: string };

export type DrawnFile = {
  readonly text: string;
  readonly currency: string;
  readonly lines: readonly DrawnLine[];
};

const EXPONENTS: Readonly<Record<string, number>> = { EUR: 2, INR: 2, KWD: 3, JPY: 0 };

const amounts = fc.oneof(
  fc.integer({ min: 1, max: 9_999 }),
  fc.integer({ min: 1, max: 99_999_999 }),
  // Whole units and thousands, which decimals can be mistaken for.
  fc.integer({ min: 1, max: 999 }).map((units) => units * 1_000),
  fc.integer({ min: 1, max: 99 }).map((units) => units * 100_000),
);

const layouts = fc.record({
  currency: fc.constantFrom('EUR', 'INR', 'KWD', 'JPY'),
  names_currency: fc.boolean(),
  decimal: fc.constantFrom<'.' | ','>('.', ','),
  thousands: fc.constantFrom('', 'other', ' ', "'"),
  /** As many as the currency has; three, as some exports write; none where they are zeros. */
  decimals: fc.constantFrom('own', 'three', 'short'),
  order: fc.constantFrom(
    'YYYY-MM-DD',
    'DD/MM/YYYY',
    'MM/DD/YYYY',
    'DD.MM.YY',
    'YY/MM/DD',
    'DD-MMM-YYYY',
  ),
  days: fc.constantFrom('one', 'posted', 'value', 'unclear'),
  signs: fc.constantFrom('minus', 'pair', 'word', 'none', 'turned'),
  balance: fc.boolean(),
  states: fc.constantFrom('nothing', 'ends', 'ends', 'summary'),
  sums: fc.constantFrom('nothing', 'turnover', 'unlisted'),
  footer: fc.boolean(),
  newest_first: fc.boolean(),
  shuffled: fc.boolean(),
  delimiter: fc.constantFrom(';', '\t', '|'),
  header: fc.constantFrom('named', 'named', 'named', 'none'),
});

// A minus is money out, unless balances say the opposite.
const layout = layouts.map((of) =>
  of.signs === 'turned' && !of.balance ? { ...of, signs: 'minus' as const } : of,
);

type Layout = typeof layouts extends fc.Arbitrary<infer One> ? One : never;

function grouped(whole: string, separator: string): string {
  return separator === '' ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, separator);
}

function written(cents: number, { currency, decimal, thousands, decimals }: Layout): string {
  const exponent = EXPONENTS[currency] ?? 2;
  const digits = String(Math.abs(cents)).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const own = exponent === 0 ? '' : digits.slice(-exponent);
  const other = decimal === '.' ? ',' : '.';
  const head = grouped(whole, thousands === 'other' ? other : thousands);
  const is_left_out = decimals === 'short' && /^0*$/.test(own);
  const filled = decimals === 'three' ? own.padEnd(3, '0') : own;
  const fraction = is_left_out ? '' : filled;
  return fraction === '' ? head : `${head}${decimal}${fraction}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dayWritten(day: string, order: Layout['order']): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return order
    .replace('YYYY', year)
    .replace('YY', year.slice(2))
    .replace('MMM', MONTHS[Number(month) - 1] ?? '')
    .replace('MM', month)
    .replace('DD', date);
}

const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

const signed = (cents: number, of: Layout): string =>
  `${cents < 0 ? '-' : ''}${written(cents, of)}`;

/** The cells of the amount. */
function amountCells(cents: number, of: Layout): string[] {
  switch (of.signs) {
    case 'minus':
      return [signed(cents, of)];
    case 'turned':
      return [signed(-cents, of)];
    case 'none':
      return [written(cents, of)];
    case 'pair':
      return cents < 0 ? [written(cents, of), ''] : ['', written(cents, of)];
    case 'word':
      return [written(cents, of), cents < 0 ? 'D' : 'C'];
  }
}

const AMOUNT_NAMES = {
  minus: ['Amount'],
  turned: ['Amount'],
  none: ['Amount'],
  pair: ['Debit', 'Credit'],
  word: ['Amount', 'Debit/Credit'],
} as const;

const DAY_NAMES = {
  one: ['Date'],
  posted: ['Transaction Date', 'Posting Date'],
  value: ['Date', 'Value Date'],
  unclear: ['Transaction Date', 'Date'],
} as const;

/** With the booking day in its place. */
function dayCells(day: string, of: Layout): string[] {
  const [earlier, own, later] = [addDays(day, -2), day, addDays(day, 1)].map((one) =>
    dayWritten(one, of.order),
  );
  switch (of.days) {
    case 'one':
      return [own ?? ''];
    case 'posted':
    case 'unclear':
      return [earlier ?? '', own ?? ''];
    case 'value':
      return [own ?? '', later ?? ''];
  }
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

type Drawn = Layout & { opening: number; lines: readonly DrawnLine[]; swaps: readonly number[] };

/** Rows of sums and balances around the lines. */
function around(of: Drawn, closing: number) {
  const { lines, opening, states, sums, footer } = of;
  const width = DAY_NAMES[of.days].length;
  const blank = Array.from({ length: width - 1 }, () => '');
  const row = (label: string, cents: number, day = '') => {
    const cells = amountCells(cents, { ...of, signs: of.signs === 'turned' ? 'minus' : of.signs });
    return [day, ...blank, label, ...cells];
  };
  const [ins, outs] = [1, -1].map((way) =>
    sum(lines.filter(({ cents }) => cents * way > 0).map(({ cents }) => cents)),
  );
  const last = dayCells(lines.at(-1)?.day ?? '', of)[0] ?? '';
  const top = states === 'ends' ? [row('Opening balance', opening)] : [];
  const bottom = states === 'ends' ? [row('Closing balance', closing)] : [];
  const summary =
    states === 'summary'
      ? [
          ['Opening balance', signed(opening, of)],
          ['Closing balance', signed(closing, of)],
        ]
      : [];
  const total = (ins ?? 0) === 0 ? (outs ?? 0) : (ins ?? 0);
  const turnover = sums === 'turnover' ? [row('Turnover', total, last)] : [];
  // The sum of one payment, or of two under a name that nobody knows, is what a payment may be too.
  const summed = lines.filter(({ cents }) => cents * total > 0).length;
  const unlisted =
    sums === 'unlisted' && lines.length > 2 && summed > 1
      ? [row('Volumen periodo', total, last)]
      : [];
  const notes = footer
    ? [['STATEMENT SUMMARY :-'], ['This is a computer generated statement']]
    : [];
  return { top, below: [...turnover, ...unlisted, ...bottom, ...notes, ...summary] };
}

function drawnFile(of: Drawn): DrawnFile {
  const { lines, opening, delimiter } = of;
  let balance = opening;
  const table = lines.map((line) => {
    balance += line.cents;
    const cells = [...dayCells(line.day, of), line.text, ...amountCells(line.cents, of)];
    const currency = of.names_currency ? [of.currency] : [];
    return { line, cells: [...cells, ...currency, ...(of.balance ? [signed(balance, of)] : [])] };
  });
  const rows = of.newest_first ? table.toReversed() : [...table];
  if (of.shuffled) {
    for (const [at, swap] of of.swaps.entries()) {
      const [a, b] = [rows[at % rows.length], rows[swap % rows.length]];
      if (a !== undefined && b !== undefined) {
        rows[at % rows.length] = b;
        rows[swap % rows.length] = a;
      }
    }
  }
  const names = [
    ...DAY_NAMES[of.days],
    'Description',
    ...AMOUNT_NAMES[of.signs],
    ...(of.names_currency ? ['Currency'] : []),
    ...(of.balance ? ['Balance'] : []),
  ];
  const { top, below } = around(of, balance);
  const head = of.header === 'named' ? [names] : [];
  const all = [...head, ...top, ...rows.map(({ cells }) => cells), ...below];
  return {
    text: `${all.map((cells) => cells.join(delimiter)).join('\n')}\n`,
    currency: of.currency,
    lines: rows.map(({ line }) => line),
  };
}

const TEXTS = [
  'Alpha Shop',
  'Transfer Beta',
  'Salary',
  'Rent March',
  'Total Energy',
  'Card payment',
];

export const drawnFiles: fc.Arbitrary<DrawnFile> = fc
  .record({
    of: layout,
    opening: fc.integer({ min: 0, max: 50_000_000 }),
    one_way: fc.constantFrom(1, -1),
    swaps: fc.array(fc.nat(40), { maxLength: 6 }),
    start: fc.integer({ min: 0, max: 300 }),
    lines: fc.array(
      fc.record({
        cents: fc.tuple(amounts, fc.constantFrom(1, -1)).map(([size, sign]) => size * sign),
        step: fc.integer({ min: 0, max: 3 }),
        text: fc.constantFrom(...TEXTS),
      }),
      { minLength: 1, maxLength: 14 },
    ),
  })
  .map(({ of, lines, start, one_way, ...rest }) => {
    let day = addDays('2025-06-01', start);
    const dated = lines.map(({ cents, step, text }) => {
      day = addDays(day, step);
      // Where nothing tells the signs of single rows, all have one.
      return { cents: of.signs === 'none' ? one_way * Math.abs(cents) : cents, day, text };
    });
    const is_short = of.signs === 'turned' && dated.length < 3;
    const signs = is_short ? 'minus' : of.signs;
    return drawnFile({ ...of, ...rest, signs, lines: dated });
  });
