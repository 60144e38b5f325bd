// The shapes of CSV files that real banks issue, by continent; names, amounts and numbers in the
// samples are invented.
import type { CsvShape } from './csv-shape.ts';

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

export const CSV_SHAPES: readonly CsvShape[] = [...AFRICA, ...OCEANIA];
