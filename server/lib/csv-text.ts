// Writes rows of CSV (RFC 4180) in which no text from outside is taken for a formula, whatever
// separator the spreadsheet uses that opens them.

const CRLF = '\r\n';
const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** Some spreadsheets also treat the full-width forms as formulas. */
const BEGINS_FORMULA = '=+-@\uFF1D\uFF0B\uFF0D\uFF20';
/** Characters that some spreadsheet takes for the end of a cell. */
const ENDS_CELL = ',;|\t\r\n';
/** May come before a formula. */
const IS_SKIPPED = /[\s"']/;
const BREAKS_CELL = /^[\0\t\r\n]/;

/**
 * Puts an apostrophe before everything that could begin a formula: at the start of the text, and
 * after a character that could begin a cell for another separator. Quoting does not help there,
 * because such a spreadsheet sees the quotes inside a cell.
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

/** Quoted if the text contains anything that ends a cell; a bank reads the original text. */
export function csvCell(text: string, separator = ','): string {
  const needs_quotes = text.includes(separator) || NEEDS_QUOTES.test(text);
  return needs_quotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text from outside: an order id, a note. */
export function csvText(text: string | null, separator = ','): string {
  return text === null ? '' : csvCell(withoutFormulas(text), separator);
}

/** Digits enough for a spreadsheet to round them, zeros that it drops, and `12E45` as a number. */
const READ_AS_NUMBER = /^(?:0\d+|\d{11,}|\d+[eE]\d+)$/;

/**
 * An id or a number of an account or a payment, which must keep every digit: with an apostrophe if
 * a spreadsheet would read a number.
 */
export function csvId(text: string | null, separator = ','): string {
  return text !== null && READ_AS_NUMBER.test(text) ? `'${text}` : csvText(text, separator);
}

/** Finished cells: from `csvText`, from `csvCell`, or the service's own numbers and words. */
export const csvRow = (cells: readonly string[]): string => cells.join(',') + CRLF;
