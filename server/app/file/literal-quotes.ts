// Lets a CSV have quotation marks within cells that do not begin with one (`Balance in ש"ח`), and
// cells that a spreadsheet is to take as text (`="0123"`).
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';

type Form = Pick<StatementProfile, 'delimiter' | 'quote_escape'>;

/** Stands for such a mark until the cells are divided; Unicode gives this sign to no text. */
const LITERAL = '\ufdd0';

export const withQuotes = (cell: string): string => cell.replaceAll(LITERAL, '"');

/**
 * `start`: nothing of the cell yet. `blank`: only blanks, behind which a quotation mark is an
 * error. `behind`: behind the mark that may close a cell, or escape the next one. `broken`: the
 * row is left as it is, so that its error is found.
 */
type Place = 'start' | 'equals' | 'blank' | 'plain' | 'quoted' | 'escaped' | 'behind' | 'broken';

class QuoteMarks {
  #place: Place = 'start';
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  take(text: string): string {
    const has_quote = text.includes('"') || this.#place === 'quoted' || this.#place === 'behind';
    if (!has_quote && this.#place !== 'equals' && this.#place !== 'escaped') {
      return this.#skip(text);
    }
    let [taken, from] = ['', 0];
    const give = (end: number, other: string) => {
      taken += text.slice(from, end) + other;
      from = end + 1;
    };
    for (let at = 0; at < text.length; at += 1) {
      const sign = text.charAt(at);
      const before = this.#place;
      this.#place = this.#after(sign);
      if (this.#place === 'equals') give(at, '');
      else if (before === 'equals' && sign !== '"') give(at, `=${sign}`);
      else if (before === 'plain' && sign === '"') give(at, LITERAL);
    }
    return taken + text.slice(from);
  }

  /** What was kept back at the end of the file. */
  end(): string {
    return this.#place === 'equals' ? '=' : '';
  }

  /** Without a quotation mark only the last cell matters, whose rest may come later. */
  #skip(text: string): string {
    const { delimiter } = this.#form;
    const start = Math.max(text.lastIndexOf(delimiter), text.lastIndexOf('\n')) + 1;
    const is_new = this.#place !== 'broken' || text.lastIndexOf('\n') !== -1;
    if (start > 0 && is_new) this.#place = 'start';
    const is_held = this.#place === 'start' && text.slice(start) === '=';
    for (const sign of text.slice(start)) this.#place = this.#after(sign);
    return is_held ? text.slice(0, start) : text;
  }

  #after(sign: string): Place {
    const { delimiter } = this.#form;
    const place = this.#place;
    if (place === 'quoted' || place === 'escaped') return this.#quoted(sign);
    if (sign === '\n' || (sign === delimiter && place !== 'broken')) return 'start';
    if (place !== 'behind') return this.#within(sign);
    return sign === '"' && this.#form.quote_escape === '"' ? 'quoted' : 'broken';
  }

  #quoted(sign: string): Place {
    if (this.#place === 'escaped') return 'quoted';
    if (sign === '"') return 'behind';
    return sign === '\\' && this.#form.quote_escape === '\\' ? 'escaped' : 'quoted';
  }

  #within(sign: string): Place {
    const place = this.#place;
    if (place === 'plain' || place === 'broken') return place;
    if (sign === '"') return place === 'blank' ? 'broken' : 'quoted';
    if (sign === '=' && place === 'start') return 'equals';
    return place !== 'equals' && sign.trim() === '' ? 'blank' : 'plain';
  }
}

export async function* literalQuotes(
  text: AsyncIterable<string>,
  form: Form,
): AsyncGenerator<string> {
  const marks = new QuoteMarks(form);
  for await (const piece of text) yield marks.take(piece);
  yield marks.end();
}
