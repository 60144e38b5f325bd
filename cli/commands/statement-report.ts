// Formats the result of a statement's import or preview for people.
import type { Json } from '../client/client.ts';
import { arrayOf, heading, record, table, type View } from '../client/show.ts';

const MORE =
  'There may be more: see lines list --status suspense, and trades list --state verifying';

const ACCOUNT_COLUMNS = [
  'receiving_account_id',
  'name',
  'number',
  'currency',
  'in_cents',
  'out_cents',
  'matched_cents',
  'suspense_cents',
  'duplicate_cents',
];
const FEED_ACCOUNT_COLUMNS = ACCOUNT_COLUMNS.filter(
  (name) => !/^(?:name|number|matched_cents|suspense_cents)$/.test(name),
);
const PREVIEW_COLUMNS = [
  'line',
  'booked_at',
  'amount_cents',
  'utr',
  'status',
  'reason',
  'order_id',
  'trade_id',
];

function part(title: string, rows: readonly Json[], columns: readonly string[], view: View) {
  return rows.length === 0 ? '' : heading(title, view) + table(rows, columns, view);
}

/** Line by line; of a long file those that would wait come first. */
function preview(lines: readonly Json[], left_out: number, view: View): string {
  const shown = part('What would become of its lines', lines, PREVIEW_COLUMNS, view);
  return left_out > 0
    ? `${shown}${heading(`${left_out} lines more are not listed.`, view)}`
    : shown;
}

const UNEQUAL_COLUMNS = ['line', 'booked_at', 'amount_cents', 'utr', 'reason', 'order_id', 'trade'];
const SUSPENSE_COLUMNS = ['line', 'booked_at', 'amount_cents', 'utr', 'reason', 'id'];

const SHARED_COLUMNS = ['line', 'booked_at', 'amount_cents', 'utr', 'status', 'reason', 'id'];

/** `trade` is the form that other commands accept. */
const withTrade = (row: Json): Json => ({
  trade: `${String(row.merchant_id)}/${String(row.trade_id)}`,
  ...row,
});

/** What needs a person: money without a trade, and trades that received another amount. */
function waiting(lines: readonly Json[], left_out: number, view: View): string {
  const suspense = lines.filter((line) => line.status === 'suspense');
  const unequal = lines.filter(
    (line) => line.status === 'matched' && String(line.reason).endsWith('_amount_mismatch'),
  );
  // The service lists those that wait first, so any other line in the list means that all of them
  // are shown.
  const has_more = left_out > 0 && suspense.length + unequal.length === lines.length;
  const title = 'Matched with a different amount: these trades wait for a decision';
  const shared = lines.filter(
    (line) => line.bank_id_shared === true && line.status !== 'duplicate',
  );
  return [
    part(title, unequal.map(withTrade), UNEQUAL_COLUMNS, view),
    part('In suspense', suspense, SUSPENSE_COLUMNS, view),
    part('New, though the bank gave their ids to other lines, too', shared, SHARED_COLUMNS, view),
    has_more ? heading(MORE, view) : '',
  ].join('');
}

/** A feed's answer says which lines were new, but not what became of them. */
const isOfFeed = (body: Json): boolean => body.matched === undefined;

function afterCounts(body: Json, view: View): string {
  const [lines, left_out] = [arrayOf(body.lines), Number(body.lines_left_out)];
  if (isOfFeed(body)) return part('Its lines', lines, ['line', 'status'], view);
  return (body.dry_run === true ? preview : waiting)(lines, left_out, view);
}

const REASON_COLUMNS = ['reason', 'entries'];

/** The reasons for which entries were left out, with their numbers. */
function reasonsOf(counts: unknown): Json[] {
  const all = typeof counts === 'object' && counts !== null ? Object.entries(counts) : [];
  return all
    .filter(([, entries]) => entries !== 0)
    .map(([reason, entries]) => ({ reason, entries }));
}

const UNCONFIRMED = 'In reports within the day, but not in the statement of their day';
const UNCONFIRMED_COLUMNS = ['day', 'amount_cents', 'utr', 'status', 'id'];

const GAPS = 'A statement before the file seems to be missing, in minor units';
const GAP_COLUMNS = [
  'receiving_account_id',
  'last_day',
  'last_closing_cents',
  'first_day',
  'opening_cents',
];
const COMPARE = 'Lines wait, because stored lines may be the same: see lines waiting';

/** The counts, then what needs a person. */
export function reportImport(body: Json, view: View): string {
  const { dry_run, errors, warnings, lines, lines_left_out, unconfirmed_lines, ...rest } = body;
  const { accounts, statements, left_out_reasons, gaps, ...counts } = rest;
  const broken = arrayOf(errors);
  const columns = isOfFeed(body) ? FEED_ACCOUNT_COLUMNS : ACCOUNT_COLUMNS;
  return [
    dry_run === true ? 'A preview: nothing was written.\n\n' : '',
    record({ ...counts, statements: arrayOf(statements).length, broken: broken.length }, view),
    part('Left out, because they move no money', reasonsOf(left_out_reasons), REASON_COLUMNS, view),
    part('By account, in minor units', arrayOf(accounts), columns, view),
    part('Broken lines, not imported', broken, ['line', 'message'], view),
    part('Worth a look', arrayOf(warnings), ['line', 'message'], view),
    part(GAPS, arrayOf(gaps ?? []), GAP_COLUMNS, view),
    Number(counts.waiting) > 0 ? heading(COMPARE, view) : '',
    part(UNCONFIRMED, arrayOf(unconfirmed_lines ?? []), UNCONFIRMED_COLUMNS, view),
    afterCounts(body, view),
  ].join('');
}

const SAMPLE_COLUMNS = ['booked_at', 'amount_cents', 'currency', 'utr', 'text'];

const NAMES: Readonly<Record<string, string>> = { camt: 'camt XML', mt940: 'MT940', ofx: 'OFX' };

const asMapping = (title: string, mapping: unknown, view: View): string =>
  `${heading(title, view)}${JSON.stringify(mapping, null, 2)}\n`;

/** What the file does not prove: each answer with its lines and its mapping. */
function choicesOf(body: Json, view: View): string {
  const shown = arrayOf(body.choices).map(({ meaning, mapping, sample }, index) => {
    const title = `${index + 1}. ${String(meaning)}`;
    const lines = part(title, arrayOf(sample), SAMPLE_COLUMNS, view);
    return lines + asMapping('Its mapping', mapping, view);
  });
  return shown.length === 0 ? '' : heading(String(body.question), view) + shown.join('');
}

/** The format found, how the first lines would be read, and the mapping to save in a file. */
export function reportGuess(body: Json, view: View): string {
  const { mapping, doubts, sample, question: _, choices: __, ...found } = body;
  if (found.format !== 'csv' && found.format !== 'xlsx') {
    const name = NAMES[String(found.format)] ?? String(found.format);
    return `The file is ${name}: import it as it is.\n`;
  }
  const list = Array.isArray(doubts) ? doubts.map((doubt: unknown) => ({ doubt })) : [];
  const title = 'Check this, then save it in a file for --mapping';
  return [
    record(found, view),
    part('Doubts', list, ['doubt'], view),
    part('Its first lines', arrayOf(sample), SAMPLE_COLUMNS, view),
    choicesOf(body, view),
    mapping === null ? '' : asMapping(title, mapping, view),
  ].join('');
}
