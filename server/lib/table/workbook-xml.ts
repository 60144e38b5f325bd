// An exported table as the parts of an Excel workbook: XML as texts. Texts are
// stored in their cells, so that a sheet can be written row by row.
import { DAY_MS } from '../durations.ts';
import type { TableCell, TableColumn } from './table-cell.ts';

const PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_NAME_MAX = 31;

/** The places of the formats in the list of `styles`. */
const STYLE = { plain: 0, head: 1, text: 2, moment: 3, decimals: [4, 5, 6, 7, 8], day: 9 } as const;

/** No text can be taken for a formula, also after somebody has edited its cell. */
const QUOTED = 'quotePrefix="1" applyNumberFormat="1"';
/** 49: text; 1 and 2: with no and with two decimals; the others are listed in the part. */
const FORMATS = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
  `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" ${QUOTED}/>`,
  ...[164, 1, 165, 2, 166, 167, 168].map(
    (id) =>
      `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  ),
];

const styles = `${PROLOGUE}<styleSheet xmlns="${SHEETS}"><numFmts count="5">\
<numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>\
<numFmt numFmtId="165" formatCode="0.0"/><numFmt numFmtId="166" formatCode="0.000"/>\
<numFmt numFmtId="167" formatCode="0.0000"/>\
<numFmt numFmtId="168" formatCode="yyyy\\-mm\\-dd"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>\
<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill>\
<fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${FORMATS.length}">${FORMATS.join('')}</cellXfs></styleSheet>`;

/** What XML cannot hold is written as Excel writes it, and so is what would be read as such. */
const ESCAPED_WORD = /_x(?=[0-9A-Fa-f]{4}_)/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
const NOT_IN_XML = /[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]/g;

const codeOf = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Excel takes a file with a longer text for a broken one. */
const LONGEST_TEXT = 32_767;

const bounded = (text: string): string =>
  text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT - 1)}…`;

const workbookText = (text: string): string =>
  bounded(text)
    .toWellFormed()
    .replace(ESCAPED_WORD, '_x005F_x')
    .replace(NOT_IN_XML, codeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A cell by its place, like `r="B7"`. */
type Placed = (place: string) => string;

const EMPTY: Placed = (place) => `<c ${place}/>`;

const textIn =
  (text: string, style: number): Placed =>
  (place) =>
    `<c ${place} t="inlineStr" s="${style}"><is><t xml:space="preserve">${workbookText(text)}</t>` +
    '</is></c>';

const valueIn =
  (value: string | number, style: number): Placed =>
  (place) =>
    `<c ${place} s="${style}"><v>${value}</v></c>`;

const LETTERS = 26;
const A = 65;

/** 0 → A, 25 → Z, 26 → AA. */
function columnName(index: number): string {
  const last = String.fromCharCode(A + (index % LETTERS));
  return index < LETTERS ? last : columnName(Math.floor(index / LETTERS) - 1) + last;
}

/** Excel counts days from the last one of 1899. */
const DAYS_BEFORE_1970 = 25_569;

/** Trailing zeros are kept by the format. A longer number would lose digits, so it is a text. */
const MOST_DIGITS = 15;

function numberIn(digits: string): Placed {
  const [, part = ''] = digits.split('.');
  const style = STYLE.decimals[part.length];
  if (style === undefined || digits.replace(/\D/g, '').length > MOST_DIGITS) {
    return textIn(digits, STYLE.text);
  }
  return valueIn(digits, style);
}

function cellXml(cell: TableCell): Placed {
  switch (cell.kind) {
    case 'text':
    case 'id':
      return cell.text === null || cell.text === '' ? EMPTY : textIn(cell.text, STYLE.text);
    case 'number':
      return cell.digits === null ? EMPTY : numberIn(cell.digits);
    case 'moment':
      if (cell.at === null) return EMPTY;
      return valueIn(cell.at / DAY_MS + DAYS_BEFORE_1970, STYLE.moment);
    case 'day':
      if (cell.at === null) return EMPTY;
      return valueIn(Math.floor(cell.at / DAY_MS) + DAYS_BEFORE_1970, STYLE.day);
  }
}

/** Rows and cells carry their references: ExcelJS and some others refuse those without. */
function rowXml(cells: readonly Placed[], number: number): string {
  const placed = cells.map((cell, index) => cell(`r="${columnName(index)}${number}"`));
  return `<row r="${number}">${placed.join('')}</row>`;
}

export const SHEET_END = '</sheetData></worksheet>';

/** The names stay in sight when the rows are scrolled. */
export function sheetHead(columns: readonly TableColumn<never>[]): string {
  const names = columns.map(({ name }) => textIn(name, STYLE.head));
  return `${PROLOGUE}<worksheet xmlns="${SHEETS}"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols><col min="1" max="${columns.length}" width="20" customWidth="1"/></cols>\
<sheetData>${rowXml(names, 1)}`;
}

/** `number`: 2 for the first row below the names. */
export const sheetRow = <Row>(
  columns: readonly TableColumn<Row>[],
  row: Row,
  number: number,
): string =>
  rowXml(
    columns.map(({ cell }) => cellXml(cell(row))),
    number,
  );

const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${MEDIA}.${type}+xml"/>`;

/** The most that Excel opens. */
export const MOST_SHEET_ROWS = 1_048_576;

/** `number`: of the sheet, from 1. */
export const sheetPart = (number: number): string => `xl/worksheets/sheet${number}.xml`;

type Part = readonly [name: string, text: string];

/** They come first: what they say holds for any number of sheets, which is not known yet. */
export function partsBeforeSheets(): readonly Part[] {
  return [
    [
      '[Content_Types].xml',
      `${PROLOGUE}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="${MEDIA}.worksheet+xml"/>\
${override('xl/workbook.xml', 'sheet.main')}${override(sheetPart(1), 'worksheet')}\
${override('xl/styles.xml', 'styles')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships">\
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** `Trades`, `Trades 2`, … */
function sheetName(name: string, number: number): string {
  const end = number === 1 ? '' : ` ${number}`;
  return workbookText(name.slice(0, SHEET_NAME_MAX - end.length) + end);
}

export function partsAfterSheets(name: string, count: number): readonly Part[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const sheets = numbers.map(
    (number) =>
      `<sheet name="${sheetName(name, number)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const targets = numbers.map(
    (number) =>
      `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" ` +
      `Target="worksheets/sheet${number}.xml"/>`,
  );
  return [
    [
      'xl/workbook.xml',
      `${PROLOGUE}<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets>\
${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${PROLOGUE}<Relationships xmlns="${PACKAGE}/relationships">\
${targets.join('')}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" \
Target="styles.xml"/></Relationships>`,
    ],
  ];
}
