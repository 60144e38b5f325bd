// A reader of workbooks of the test's own, sharing nothing with the service's: whole parts as
// texts, cut by their tags.
import { inflateRawSync } from 'node:zlib';

/** By name; found by the local headers' names in the directory. */
function partsOf(archive: Buffer): Map<string, string> {
  const parts = new Map<string, string>();
  let at = archive.indexOf('PK\x01\x02', 0, 'latin1');
  while (at !== -1 && archive.readUInt32LE(at) === 0x02014b50) {
    const length = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    const local = archive.readUInt32LE(at + 42);
    const from = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(from, from + archive.readUInt32LE(at + 20));
    const is_stored = archive.readUInt16LE(at + 10) === 0;
    parts.set(name, (is_stored ? packed : inflateRawSync(packed)).toString('utf8'));
    at += 46 + length + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

const plain = (xml: string) => xml.replace(/<(\/?)\w+:/g, '<$1').replace(/>\s+</g, '><');

const shown = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const between = (text: string, tag: string) => text.split(new RegExp(`<${tag}(?=[ />])`)).slice(1);

/** A number is given as it is written, everything else as a text. */
export type PlainCell = { readonly text: string; readonly number: string | null };

const columnAt = (place: string) =>
  [...place.replace(/\d/g, '')].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1;

function cellOf(cell: string, texts: readonly string[]): PlainCell {
  const type = / t="(\w+)"/.exec(cell.split('>', 1)[0] ?? '')?.[1] ?? 'n';
  const value = /<v>([^<]*)<\/v>/.exec(cell)?.[1] ?? '';
  const inline = /<t(?: [^>]*)?>([^<]*)<\/t>/.exec(cell)?.[1] ?? '';
  if (type === 's') return { text: texts[Number(value)] ?? '', number: null };
  if (type === 'n') return { text: value, number: value === '' ? null : value };
  return { text: shown(type === 'inlineStr' ? inline : value), number: null };
}

function rowOf(row: string, texts: readonly string[]): PlainCell[] {
  const cells: PlainCell[] = [];
  for (const cell of between(row, 'c')) {
    const place = / r="([A-Z]+)\d+"/.exec(cell.split('>', 1)[0] ?? '')?.[1];
    const at = place === undefined ? cells.length : columnAt(place);
    while (cells.length < at) cells.push({ text: '', number: null });
    cells.push(cellOf(cell, texts));
  }
  return cells;
}

function sharedTexts(xml: string): string[] {
  return between(xml, 'si').map((one) =>
    [...one.replace(/<rPh.*?<\/rPh>/g, '').matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)]
      .map((match) => shown(match[1] ?? ''))
      .join(''),
  );
}

/** The cells of the sheet at a position, by row and column from 0, without gaps. */
export function readPlain(archive: Buffer, sheet: number): PlainCell[][] {
  const parts = partsOf(archive);
  const xml = plain(parts.get(`xl/worksheets/sheet${sheet + 1}.xml`) ?? '');
  const texts = sharedTexts(plain(parts.get('xl/sharedStrings.xml') ?? ''));
  return between(xml, 'row').map((row) => rowOf(row, texts));
}
