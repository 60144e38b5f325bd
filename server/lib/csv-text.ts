// Rows of CSV (RFC 4180) in which no text of somebody's is taken for a formula, whichever separator
// the spreadsheet that opens them takes.

const CRLF = '\r\n';
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** The wide forms are formulas to some spreadsheets, too. */
const BEGINS_FORMULA = '=+-@\uFF1D\uFF0B\uFF0D\uFF20';
/** What one spreadsheet or another takes for the end of a cell. */
const ENDS_CELL = ',;|\t\r\n';
/** These may stand before a formula. */
const IS_SKIPPED = /[\s"']/;
const BREAKS_CELL = /^[\t\r\n]/;

/**
 * The text with an apostrophe before what could begin a formula: at its start, or where a cell
 * begins for a spreadsheet that takes another separator. Quotes are no help there: it sees them in
 * the middle of a cell.
 */
function withoutFormulas(text: string): string {
  let harmless = BREAKS_CELL.test(text) ? "'" : '';
  let begins_cell = true;
  for (const character of text) {
    if (begins_cell && BEGINS_FORMULA.includes(character)) harmless += "'";
    harmless += character;
    if (ENDS_CELL.includes(character)) begins_cell = true;
    else if (!IS_SKIPPED.test(character)) begins_cell = false;
  }
  return harmless;
}

/** Between quotes where the text has anything that ends a cell; a bank reads it as it was. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text of somebody's: an order id, a note. */
export function csvText(text: string | null): string {
  return text === null ? '' : csvCell(withoutFormulas(text));
}

/** Cells that are ready: of `csvText`, of `csvCell`, or numbers and words of our own. */
export const csvRow = (cells: readonly string[]): string => cells.join(',') + CRLF;
