// The shapes of CSV files that real banks issue, by continent; names, amounts and numbers in the
// samples are invented.
import type { CsvShape } from './csv-shape.ts';

const EUROPE: readonly CsvShape[] = [
  {
    file: 'starling.csv',
    bank: 'Starling (United Kingdom)',
    continent: 'Europe',
    currency: 'GBP',
    above: 1,
    day: [0, 'dmy'],
    amount: { at: 4 },
    references: [2],
    words: [1, 3],
    sums: [4, 26_075n, 9_150n],
  },
  {
    file: 'n26.csv',
    bank: 'N26 (Germany)',
    continent: 'Europe',
    currency: 'EUR',
    above: 1,
    day: [0, 'ymd'],
    amount: { at: 7 },
    references: [5],
    words: [2, 3],
    sums: [3, 125_075n, 10_020n],
  },
  {
    file: 'lloyds.csv',
    bank: 'Lloyds (United Kingdom)',
    continent: 'Europe',
    currency: 'GBP',
    above: 1,
    day: [0, 'dmy'],
    amount: { in: 6, out: 5 },
    references: [],
    words: [4],
    sums: [3, 48_000n, 5_000n],
  },
];

const AFRICA: readonly CsvShape[] = [
  {
    file: 'gtbank.csv',
    bank: 'GTBank (Nigeria)',
    continent: 'Africa',
    currency: 'NGN',
    above: 1,
    day: [0, 'dmy'],
    amount: { in: 4, out: 3 },
    references: [1],
    words: [7],
    sums: [3, 15_000_000n, 2_005_375n],
  },
];

const OCEANIA: readonly CsvShape[] = [
  {
    file: 'westpac.csv',
    bank: 'Westpac (Australia)',
    continent: 'Oceania',
    currency: 'AUD',
    above: 1,
    day: [1, 'dmy'],
    amount: { in: 4, out: 3 },
    references: [],
    words: [2],
    sums: [3, 120_000n, 95_500n],
  },
];

export const CSV_SHAPES: readonly CsvShape[] = [...EUROPE, ...AFRICA, ...OCEANIA];
