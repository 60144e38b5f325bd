// Writes workbooks in tests in the way of the programs that write those of banks.
import { type WrittenEntry, writeZip } from './zip-writer.ts';

/** A number stands as it is written in the file. A formula has the value that was calculated. */
export type Cell =
  | null
  | string
  | { readonly number: string; readonly format?: string }
  | { readonly formula: string; readonly value: string | null }
  | { readonly is_true: boolean }
  | { readonly runs: readonly string[] }
  | { readonly raw: string };

export type WrittenSheet = {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The first one stands in this row; 1 unless given. */
  readonly first_row?: number;
  readonly rows: readonly (readonly Cell[])[];
  readonly merges?: readonly string[];
};

export type Program = {
  /** Texts stand in the cells, not in a list of their own. */
  readonly inline?: boolean;
  readonly prefix?: string;
  readonly stored?: boolean;
  readonly is_streamed?: boolean;
  /** Cells and rows name their place. */
  readonly places?: boolean;
  readonly absolute?: boolean;
  readonly date1904?: boolean;
  /** Blanks between elements, as programs write them for people. */
  readonly breaks?: boolean;
};

/** Excel shares texts and packs everything. */
export const EXCEL: Program = { places: true };
const LIBREOFFICE: Program = { places: true, breaks: true };
/** Java's streaming writer: texts in the cells, sizes behind the data. */
const POI_STREAM: Program = { places: true, inline: true, is_streamed: true };
/** .NET's library: prefixed elements, absolute names of parts. */
const OPEN_XML: Program = { places: true, prefix: 'x:', absolute: true };
/** Programs that write as little as the format allows. */
const SMALL: Program = { inline: true, stored: true };

export const PROGRAMS: Readonly<Record<string, Program>> = {
  Excel: EXCEL,
  LibreOffice: LIBREOFFICE,
  'Apache POI': POI_STREAM,
  'Open XML SDK': OPEN_XML,
  'a small writer': SMALL,
};

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

function columnLetters(at: number): string {
  const first = Math.floor(at / 26);
  const letters = first === 0 ? [at % 26] : [first - 1, at % 26];
  return String.fromCharCode(...letters.map((letter) => 65 + letter));
}

class Book {
  readonly #program: Program;
  readonly texts: string[] = [];
  readonly formats: string[] = [];

  constructor(program: Program) {
    this.#program = program;
  }

  #style(format: string | undefined): string {
    if (format === undefined) return '';
    if (!this.formats.includes(format)) this.formats.push(format);
    return ` s="${this.formats.indexOf(format) + 1}"`;
  }

  #text(text: string): [attributes: string, inside: string] {
    if (this.#program.inline === true) {
      return [' t="inlineStr"', `<is><t xml:space="preserve">${escaped(text)}</t></is>`];
    }
    this.texts.push(`<si><t xml:space="preserve">${escaped(text)}</t></si>`);
    return [' t="s"', `<v>${this.texts.length - 1}</v>`];
  }

  #cell(cell: Exclude<Cell, null>): [attributes: string, inside: string] {
    if (typeof cell === 'string') return this.#text(cell);
    if ('number' in cell) return [this.#style(cell.format), `<v>${cell.number}</v>`];
    if ('is_true' in cell) return [' t="b"', `<v>${cell.is_true ? 1 : 0}</v>`];
    if ('formula' in cell) {
      const value = cell.value === null ? '<v/>' : `<v>${escaped(cell.value)}</v>`;
      const is_number = cell.value === null || /^-?\d/.test(cell.value);
      return [is_number ? '' : ' t="str"', `<f>${escaped(cell.formula)}</f>${value}`];
    }
    if ('raw' in cell) return ['', cell.raw];
    const runs = cell.runs.map((run) => `<r><rPr><b/></rPr><t>${escaped(run)}</t></r>`).join('');
    this.texts.push(`<si>${runs}<rPh sb="0" eb="1"><t>aside</t></rPh></si>`);
    return [' t="s"', `<v>${this.texts.length - 1}</v>`];
  }

  sheet({ rows, merges = [], first_row = 1 }: WrittenSheet): string {
    const { places = false } = this.#program;
    const written = rows.map((cells, index) => {
      const number = first_row + index;
      const inside = cells.map((cell, at) => {
        const place = places ? ` r="${columnLetters(at)}${number}"` : '';
        if (cell === null) return places ? '' : '<c/>';
        const [attributes, content] = this.#cell(cell);
        return `<c${place}${attributes}>${content}</c>`;
      });
      return `<row${places ? ` r="${number}" spans="1:9"` : ''}>${inside.join('')}</row>`;
    });
    const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
    return (
      `<dimension ref="A1"/><sheetData>${written.join('')}</sheetData>` +
      (merged === '' ? '' : `<mergeCells count="${merges.length}">${merged}</mergeCells>`)
    );
  }

  styles(): string {
    const codes = this.formats.map(
      (code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`,
    );
    const cells = this.formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`);
    return (
      `<numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts><font/></fonts>` +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
      `<cellXfs><xf numFmtId="0"/>${cells.join('')}</cellXfs><cellStyles><cellStyle/></cellStyles>`
    );
  }
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** The entries of the archive, so that a test can break one of them. */
export function workbookEntries(
  sheets: readonly WrittenSheet[],
  program: Program = EXCEL,
): WrittenEntry[] {
  const { prefix = '', stored = false, is_streamed = false, absolute = false, breaks } = program;
  const book = new Book(program);
  const element = (name: string, inside: string) => {
    const namespace = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
    const all = `<${name} ${namespace}="${MAIN}" xmlns:r="${RELATIONS}">${inside}</${name}>`;
    const named = all.replace(/<(\/?)(?=\w)/g, `<$1${prefix}`);
    const spaced = breaks === true ? named.replaceAll('><', '>\n  <') : named;
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${spaced}`;
  };
  const related = (all: readonly (readonly [kind: string, target: string])[]) =>
    `<Relationships xmlns="${PACKAGE}">${all
      .map(
        ([kind, to], at) =>
          `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${to}"/>`,
      )
      .join('')}</Relationships>`;
  const from = absolute ? '/xl/' : '';
  const parts = sheets.map((sheet) => element('worksheet', book.sheet(sheet)));
  const names = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${
        state === undefined ? '' : ` state="${state}"`
      } r:id="rId${at + 1}"/>`,
  );
  const system = program.date1904 === true ? '<workbookPr date1904="1"/>' : '<workbookPr/>';
  const contents: [name: string, content: string][] = [
    ['[Content_Types].xml', '<Types/>'],
    ['_rels/.rels', related([['officeDocument', `${absolute ? '/' : ''}xl/workbook.xml`]])],
    ['xl/workbook.xml', element('workbook', `${system}<sheets>${names.join('')}</sheets>`)],
    [
      'xl/_rels/workbook.xml.rels',
      related([
        ...parts.map((_, at) => ['worksheet', `${from}worksheets/sheet${at + 1}.xml`] as const),
        ['styles', `${from}styles.xml`],
        ['sharedStrings', `${from}sharedStrings.xml`],
      ]),
    ],
    ...parts.map((content, at): [string, string] => [`xl/worksheets/sheet${at + 1}.xml`, content]),
    ['xl/styles.xml', element('styleSheet', book.styles())],
    ['xl/sharedStrings.xml', element('sst', book.texts.join(''))],
  ];
  return contents.map(([name, content]) => ({ name, content, stored, is_streamed }));
}

export const writeWorkbook = (sheets: readonly WrittenSheet[], program?: Program): Buffer =>
  writeZip(workbookEntries(sheets, program));
