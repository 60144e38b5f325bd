// What became of a statement, or would become of it, as people read it.
import type { Json } from './client.ts';
import { heading, record, rowsOf, table, type View } from './show.ts';

const MORE =
  'There may be more: see lines list --status suspense, and trades list --state verifying';

const ACCOUNT_COLUMNS = [
  'receiving_account_id',
  'currency',
  'in_cents',
  'out_cents',
  'matched_cents',
  'suspense_cents',
  'duplicate_cents',
];
const PREVIEW_COLUMNS = [
  'line',
  'booked_at',
  'amount_cents',
  'utr',
  'status',
  'reason',
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

/** What needs somebody: money that found no trade, and trades that got another amount. */
function waiting(lines: readonly Json[], left_out: number, view: View): string {
  const suspense = lines.filter((line) => line.status === 'suspense');
  const unequal = lines.filter(
    (line) => line.status === 'matched' && String(line.reason).endsWith('_amount_mismatch'),
  );
  // Those that wait are listed first: others stand beside them only where all of them are told.
  const has_more = left_out > 0 && suspense.length + unequal.length === lines.length;
  const title = 'Matched with another amount: these trades wait for a decision';
  return [
    part(title, unequal, ['line', 'merchant_id', 'trade_id', 'reason'], view),
    part('In suspense', suspense, ['line', 'id', 'reason'], view),
    has_more ? heading(MORE, view) : '',
  ].join('');
}

/** Counts first; then what needs somebody. */
export function reportImport(body: Json, view: View): string {
  const { errors, warnings, lines, lines_left_out, accounts, statements, ...counts } = body;
  const listed = rowsOf(lines);
  const left_out = Number(lines_left_out);
  const broken = rowsOf(errors);
  const detail = body.dry_run === true ? preview : waiting;
  return [
    body.dry_run === true ? 'A preview: nothing was written.\n\n' : '',
    record({ ...counts, statements: rowsOf(statements).length, broken: broken.length }, view),
    part('By account, in minor units', rowsOf(accounts), ACCOUNT_COLUMNS, view),
    part('Broken lines, not imported', broken, ['line', 'message'], view),
    part('Worth a look', rowsOf(warnings), ['line', 'message'], view),
    detail(listed, left_out, view),
  ].join('');
}

const SAMPLE_COLUMNS = ['booked_at', 'amount_cents', 'currency', 'utr', 'text'];

/** The command that imports the file as it was guessed, and the mapping to keep in a file. */
export function reportGuess(body: Json, view: View): string {
  const { mapping, doubts, sample, ...found } = body;
  const list = Array.isArray(doubts) ? doubts.map((doubt: unknown) => ({ doubt })) : [];
  const title = heading('Keep this in a file for --mapping, once it is checked', view);
  const mapped = mapping === null ? '' : `${title}${JSON.stringify(mapping, null, 2)}\n`;
  return [
    record(found, view),
    part('Doubts', list, ['doubt'], view),
    part('Its first lines', rowsOf(sample), SAMPLE_COLUMNS, view),
    mapped,
  ].join('');
}
