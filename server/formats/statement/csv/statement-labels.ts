// The words by which banks name a balance, a total or a count, and rows of sums among the lines.

export type Stated = 'opening' | 'closing' | 'credits' | 'debits' | 'credit_count' | 'debit_count';

/** In plain lower case; the text after the words may only be a day or a value. */
const LABELS: Readonly<Record<Stated, readonly string[]>> = {
  opening: [
    ...['opening balance', 'opening bal', 'beginning balance', 'starting balance', 'start balance'],
    ...['previous balance', 'balance brought forward', 'brought forward', 'balance b/f', 'b/f'],
    ...['anfangssaldo', 'startsaldo', 'alter saldo', 'alter kontostand', 'saldo anterior'],
    ...['saldo inicial', 'saldo iniziale', 'solde initial', 'solde precedent', 'ancien solde'],
    ...['beginsaldo', 'openingssaldo', 'saldo poczatkowe', 'saldo poczatkowy', 'saldo awal'],
    ...[
      'algsaldo',
      'elozo egyenleg',
      'nyito egyenleg',
      'pocatecni zustatek',
      '前月繰越',
      '期初余额',
    ],
    ...['devir', 'входящий остаток', 'входящее сальдо', 'ingaende saldo', 'inngaende saldo'],
    ...['brought over', 'balance brought over', 'saldovortrag'],
    ...['balance brought down', 'saldo de apertura', 'saldo initial', 'account opening balance'],
  ],
  closing: [
    ...['closing balance', 'closing bal', 'ending balance', 'final balance', 'end balance'],
    ...['balance carried forward', 'carried forward', 'balance c/f', 'c/f', 'endsaldo'],
    ...['schlusssaldo', 'neuer saldo', 'neuer kontostand', 'saldo final', 'saldo finale'],
    ...['solde final', 'nouveau solde', 'eindsaldo', 'slotsaldo', 'saldo koncowe'],
    ...['saldo koncowy', 'saldo akhir', 'loppsaldo', 'zaro egyenleg', 'konecny zustatek'],
    ...['期末余额', 'исходящий остаток', 'исходящее сальдо', 'utgaende saldo'],
    ...['carried over', 'balance carried over'],
    ...['balance carried down', 'saldo de cierre', 'account closing balance'],
  ],
  credits: [
    ...['total credits', 'total credit', 'total credit amount', 'credits', 'total deposits'],
    ...['total deposit', 'total money in', 'total paid in', 'summe gutschriften', 'total abonos'],
    ...['total receipts', 'sum of credits', 'total creditos', 'total entrate'],
  ],
  debits: [
    ...['total debits', 'total debit', 'total debit amount', 'debits', 'total withdrawals'],
    ...['total withdrawal', 'total money out', 'total paid out', 'summe lastschriften'],
    ...['total cargos', 'total payments', 'sum of debits', 'total debitos', 'total uscite'],
  ],
  credit_count: [
    'cr count',
    'credit count',
    'no. of credits',
    'number of credits',
    'no of credits',
  ],
  debit_count: ['dr count', 'debit count', 'no. of debits', 'number of debits', 'no of debits'],
};

const ALL = Object.entries(LABELS)
  .flatMap(([what, words]) => words.map((word) => [word, what as Stated] as const))
  .toSorted(([a], [b]) => b.length - a.length);

const LETTERS: readonly (readonly [letter: RegExp, plain: string])[] = [
  [/ł/g, 'l'],
  [/ø/g, 'o'],
  [/ı/g, 'i'],
  [/ß/g, 'ss'],
];

/** `#Saldo  końcowe:` is `saldo koncowe:`. */
export function plainWords(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s#*"']+/gu, ' ')
    .trim();
  return LETTERS.reduce((all, [letter, plain]) => all.replace(letter, plain), bare);
}

const MAX_LENGTH = 80;
/** A day or a currency that may follow the words. */
const JOINERS = 'as of|as at|as on|on|at|per|am|vom|al|del|em|le|op|au|na dzien';
const NO_VALUE = new RegExp(`^ ?(?:\\([^)]{0,12}\\)|${JOINERS})?[ :.,0-9/-]*$`);

/** What the cell names, and the value behind a colon in it. */
export function statedIn(text: string): { what: Stated; value: string } | null {
  if (text.length > MAX_LENGTH || text === '') return null;
  const words = plainWords(text);
  const found = ALL.find(([label]) => words.startsWith(label));
  if (found === undefined) return null;
  const [label, what] = found;
  const rest = words.slice(label.length);
  const value = /^ ?:-? ?([^ ].*)$/.exec(rest)?.[1];
  if (value !== undefined && /\d/.test(value)) return { what, value };
  return NO_VALUE.test(rest) ? { what, value: '' } : null;
}

/** Words for a sum of several rows; as the whole text of a row. */
const SUMS: ReadonlySet<string> = new Set([
  ...['total', 'totals', 'subtotal', 'sub total', 'sub-total', 'grand total', 'sum', 'turnover'],
  ...['turnovers', 'total turnover', 'period turnover', 'monthly turnover', 'daily turnover'],
  ...['daily total', 'monthly total', 'page total', 'total amount', 'total transactions'],
  ...['summe', 'gesamt', 'gesamtsumme', 'zwischensumme', 'umsatze', 'umsatzsumme', 'totaal'],
  ...['totale', 'total general', 'totali', 'suma', 'sumy', 'obroty', 'razem', 'summa', 'yhteensa'],
  ...['i alt', 'osszesen', 'celkem', 'obrat', 'kaive', 'toplam', 'jumlah', 'ukupno', 'totais'],
  ...[
    'итого',
    'оборот',
    'обороты',
    'всего',
    '合計',
    '合计',
    '小计',
    '총계',
    '합계',
    'סהכ',
    'kokku',
  ],
  ...['net change', 'net movement', 'total general del mes', 'movimientos del mes', 'käive'],
]);

/** Most texts of payments have none of these, and need not be made plain. */
const MAY_BE_SUM = new RegExp(
  'tot|sum|turn|ums|obr|raz|yht|i alt|ssz|celk|k[aä]i|topl|juml|ukup|net |cred|debit|mov|' +
    '[^ -\\u024f]',
  'i',
);

/** `summe 03/2026:` is `summe`. */
function withoutDay(words: string): string {
  let end = words.length;
  while (end > 0 && ' :.()/-0123456789'.includes(words.charAt(end - 1))) end -= 1;
  return words.slice(0, end);
}

/** `Turnover`, `Total credits:` or `Summe 03/2026`, and nothing else. */
export function isSumText(text: string): boolean {
  if (text.length > MAX_LENGTH || !MAY_BE_SUM.test(text)) return false;
  const words = withoutDay(plainWords(text));
  const what = statedIn(text)?.what;
  return SUMS.has(words) || what === 'credits' || what === 'debits';
}

const SUM_WORDS =
  '(?:sub-?|grand |daily |day |page |period |month(?:ly)? )?(?:totals?|turnovers?|summe|suma|totale|totaal)';
const LIKE_SUM = new RegExp(`^${SUM_WORDS}(?![\\p{L}])|(?<![\\p{L}])${SUM_WORDS}[ :.0-9/-]*$`, 'u');

/** A word for a sum at the beginning or the end, beside other words. */
export const readsLikeSum = (text: string): boolean =>
  text.length <= MAX_LENGTH && MAY_BE_SUM.test(text) && LIKE_SUM.test(plainWords(text));

export const withoutDigits = (text: string): string => plainWords(text).replace(/\d+/g, '');

/** Which money a row such as `Total credits` is the sum of. */
export function sumSide(text: string): 'in' | 'out' | null {
  const what = statedIn(text)?.what;
  if (what === 'credits') return 'in';
  return what === 'debits' ? 'out' : null;
}

/** Parts of words for a balance, in more languages and forms than the labels know. */
const LIKE_BALANCE = /balanc|saldo|solde|forward|kontostand|egyenleg|opening|zustatek|繰越|余额/;
/** Begins as the name of a balance does; `Saldo der Abschlussposten` is a fee. */
const BEGINS_AS_BALANCE = new RegExp(
  '^(?:' +
    [
      '(?:account |your )?(?:opening|closing|beginning|ending|starting|previous) bal(?:ance)?\\b',
      'balance (?:as|at|on|brought|carried|b/f|c/f|forward)',
      'saldo (?:otwarcia|zamkniecia|inicial|final|al |am |per |do dia)',
      'solde (?:au|de|initial|final)',
      '(?:kontostand|brought forward|carried forward)\\b',
    ].join('|') +
    ')',
);
const MOST_TEXT = 200;

export const mentionsBalance = (text: string): boolean =>
  text.length <= MOST_TEXT && LIKE_BALANCE.test(plainWords(text));

export const readsLikeBalance = (text: string): boolean =>
  text.length <= MOST_TEXT && BEGINS_AS_BALANCE.test(plainWords(text));
