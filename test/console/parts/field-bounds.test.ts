// The bounds of a field in the console are those of its request: none is written by hand.
import { deepEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { readCheckout } from '../../support/checkout/checkout.ts';

/** What is bounded in the console alone, by its file: how it is written there, and why. */
const OWN_BOUNDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'console/api/queries.ts': {
    'MOST_TRIES = 3': 'tries of a request',
    'MOST_MS = 30_000': 'the wait before another try',
    'MOST_WAIT_S = 5': 'the wait that a person is left in',
  },
  'console/parts/act/until-answered.ts': { 'MOST_TRIES = 5': 'how often the same is sent again' },
  'console/parts/amount/decimal.ts': {
    'MOST_DECIMALS = 8': 'decimals that are written of any number',
  },
  'console/parts/chart/time-chart.tsx': { 'BAR_MOST = 40': 'a width on the screen' },
  'console/parts/file/chosen-file.tsx': { 'PREVIEW_MOST = 2_000': 'what is shown of a file' },
  'console/parts/list/filter-field.tsx': {
    'maxLength={200}': 'one field for the filters of all lists',
  },
  'console/parts/list/layout.ts': { 'MOST = 40': 'columns that are kept of one list' },
  'console/parts/names/account-words.ts': {
    'MOST_SEARCHES = 4': 'how often one text is asked for',
  },
  'console/parts/recent/kept.ts': {
    'NAME_MOST = 80': 'what is shown of a name',
    'RECENT_MOST = 12': 'what was opened last, in this browser',
  },
  'console/parts/receipts/look.ts': { 'MOST = 8': 'how far a picture is enlarged' },
  'console/parts/typed-bounds.ts': {
    'maxLength: String(max)': 'digits of a bound that the request has',
    'maxLength: 30': 'amounts are typed with separators',
    'maxLength: CODE_LENGTH': 'the form of all codes of ISO 4217',
  },
  'console/screens/approvals/approvals.tsx': { 'COUNTED_MOST = 1_000': 'what the service counts' },
  'console/screens/bank/import/import-file.tsx': { 'NAME_MOST = 60': 'what is shown of a name' },
  'console/screens/bank/import/import-lines.tsx': { 'MOST_SHOWN = 100': 'rows that are shown' },
  'console/screens/bank/import/import-result.tsx': { 'MOST_NOTES = 20': 'rows that are shown' },
  'console/screens/bank/line/line-work.tsx': { 'MOST_KEYS = 9': 'there are nine digits' },
  'console/screens/bank/line/trade-place.ts': { 'MOST = 300': 'what is looked at of a paste' },
  'console/screens/merchants/branding.tsx': {
    'ORIGINS_TEXT_MAX = 2_048': 'origins are typed as one text; the request bounds the list',
    'maxLength: ORIGINS_TEXT_MAX': 'the same',
  },
  'console/screens/merchants/endpoints/endpoint.tsx': { 'MOST_COUNTED = 100': 'what is counted' },
  'console/screens/merchants/tariffs.tsx': {
    'maxLength={12}': 'the digits of a percentage, which is sent as a number',
  },
  'console/screens/payouts/account-choice.tsx': {
    'MOST_BESIDE = 5': 'accounts beside each other; more are searched by name',
    'MOST_LOOKED_AT = 50': 'batches in which the last one of a currency is looked for',
  },
  'console/screens/payouts/bank-file.tsx': { 'PREVIEW_MOST = 4_000': 'what is shown of a file' },
  'console/screens/payouts/mark-paid.tsx': {
    'maxLength={100_000}': 'a pasted table, whose numbers are sent',
  },
  'console/screens/payouts/payee-gaps.tsx': {
    'MOST_NAMED = 20': 'pay-outs that are named above the table, which has all of them',
  },
  'console/screens/payouts/utr-table.ts': { 'MOST_LINES = 1_000': 'lines of a pasted table' },
  'console/screens/refunds/refund-input.tsx': {
    'LIST_MAX = 200_000': 'a pasted table, which is sent as a file',
    'maxLength={LIST_MAX}': 'the same',
    'NAME_MAX = 128': 'a name that is sent as a header',
    'maxLength={NAME_MAX}': 'the same',
  },
  'console/screens/search/find-all.ts': {
    'MOST_FOUND = 20': 'rows that are asked for',
    'MOST_WORDS = 12': 'whoever types more is not asking for a name',
  },
  'console/screens/start/decision-cards.tsx': { 'SHOWN_MOST = 5': 'the worst of a kind' },
  'console/shell/palette/options.ts': { 'SHOWN_MOST = 5': 'options of one kind' },
  'console/shell/places.ts': { 'SHOWN_MOST = 999': 'figures of a count that are shown' },
  'console/screens/verify/verify-work.tsx': { 'MOST_KEYS = 9': 'there are nine digits' },
};

/** An attribute or member with a bound that is not the request's, or a constant that is one. */
const BY_HAND = [
  /\b(?:maxLength|minLength|max|min)=\{(?!(?:ENTRY_)?BOUNDS\.)[^}]*\}/g,
  /\b(?:maxLength|minLength): [^,;} ]+?(?=[,;} .])/g,
  /\b[A-Z_]*(?:MAX|MOST)[A-Z_]* = \d[\d_]*/g,
];

const handWritten = (text: string): string[] =>
  BY_HAND.flatMap((pattern) => [...text.matchAll(pattern)].map(([found]) => found));

test('no field of the console has a bound of its own without a reason', () => {
  const found = [...readCheckout(['.ts', '.tsx'])].flatMap(([path, text]) =>
    path.startsWith('console/') ? handWritten(text).map((one) => `${path}: ${one}`) : [],
  );
  const explained = Object.entries(OWN_BOUNDS).flatMap(([path, rows]) =>
    Object.keys(rows).map((one) => `${path}: ${one}`),
  );
  deepEqual([...new Set(found)].toSorted(), explained.toSorted());
});

test('a bound that is written by hand is found, whichever way', () => {
  for (const one of [
    '<TextInput maxLength={254} />',
    '<NumberInput max={LIMITS[name]} />',
    'const CODE = { maxLength: 3 } as const;',
    'const NAME_MAX_LENGTH = 64;',
  ]) {
    ok(handWritten(one).length === 1, one);
  }
  deepEqual(handWritten('<TextInput maxLength={BOUNDS.search.q.maxLength} {...NOTE} />'), []);
});
