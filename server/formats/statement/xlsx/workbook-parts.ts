// Reads the small parts of a workbook: what each part is, the names of the sheets, the formats of
// numbers, and the texts that cells share.
import { UnreadableStatement } from '../../../lib/xml/unreadable-statement.ts';
import type { XmlHandler } from '../../../lib/xml/xml-tokenizer.ts';
import type { DateSystem } from './cell-text.ts';
import { type CellMeaning, cellMeaning } from './number-format.ts';

/** A reader of one part, and its result once the whole part was given to it. */
export type PartReader<Value> = { readonly handler: XmlHandler; readonly value: Value };

const nothing = () => undefined;

function limited(list: { readonly length: number }, most: number, what: string): void {
  if (list.length < most) return;
  throw new UnreadableStatement(`the workbook has more than ${most} ${what}`, { line: 1 });
}

type Relation = { readonly id: string; readonly kind: string; readonly target: string };

const MOST_RELATIONS = 5_000;

/** Which other parts a part names; `kind` is the last word of the relation's type. */
export function relationsReader(): PartReader<readonly Relation[]> {
  const value: Relation[] = [];
  const open: XmlHandler['open'] = (name, attribute) => {
    if (name !== 'Relationship' || attribute('TargetMode') === 'External') return;
    limited(value, MOST_RELATIONS, 'relations');
    const [id, type, target] = [attribute('Id'), attribute('Type'), attribute('Target')];
    if (id === null || type === null || target === null) return;
    value.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), target });
  };
  return { handler: { open, text: nothing, close: nothing }, value };
}

/** The name of a part that another part names, relative to its folder or from the root. */
export function partName(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps = `${folder}/${target}`.split('/');
  const kept: string[] = [];
  for (const step of steps) {
    if (step === '..') kept.pop();
    else if (step !== '' && step !== '.') kept.push(step);
  }
  return kept.join('/');
}

export type SheetName = {
  readonly name: string;
  readonly is_hidden: boolean;
  readonly relation: string | null;
};

export type WorkbookNames = { date_system: DateSystem; readonly sheets: SheetName[] };

const MOST_SHEETS = 1_000;

export function workbookReader(): PartReader<WorkbookNames> {
  const value: WorkbookNames = { date_system: 1900, sheets: [] };
  const open: XmlHandler['open'] = (name, attribute) => {
    if (name === 'workbookPr' && /^(?:1|true)$/.test(attribute('date1904') ?? '')) {
      value.date_system = 1904;
    }
    if (name !== 'sheet') return;
    limited(value.sheets, MOST_SHEETS, 'sheets');
    const is_hidden = (attribute('state') ?? 'visible') !== 'visible';
    value.sheets.push({ name: attribute('name') ?? '', is_hidden, relation: attribute('r:id') });
  };
  return { handler: { open, text: nothing, close: nothing }, value };
}

const MOST_FORMATS = 100_000;

/** By the number of a style, as cells name it: what numbers in that style mean. */
export function stylesReader(): PartReader<readonly CellMeaning[]> {
  const value: CellMeaning[] = [];
  const codes = new Map<number, string>();
  let is_inside = false;
  const open: XmlHandler['open'] = (name, attribute) => {
    if (name === 'numFmt') {
      limited({ length: codes.size }, MOST_FORMATS, 'formats of numbers');
      codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
    }
    if (name === 'cellXfs') is_inside = true;
    if (name !== 'xf' || !is_inside) return;
    limited(value, MOST_FORMATS, 'formats of cells');
    const id = Number(attribute('numFmtId') ?? 0);
    value.push(cellMeaning({ id, code: codes.get(id) ?? null }));
  };
  // The other lists of formats, those of named styles, come before and after this one.
  const readers = { open, text: nothing, close: nothing };
  return {
    handler: {
      ...readers,
      open(name, attribute, line) {
        if (name === 'cellStyles' || name === 'dxfs') is_inside = false;
        open(name, attribute, line);
      },
    },
    value,
  };
}

/** More than any cell of a spreadsheet may have. */
export const CELL_MAX_CHARACTERS = 32_767;
const MOST_SHARED_TEXTS = 1_000_000;
const MOST_SHARED_CHARACTERS = 64 * 1_024 * 1_024;

const ESCAPED = /_x([0-9A-Fa-f]{4})_/g;

/** `_x000D_` is how XML's writers keep a control character. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** One text of several runs; how a word is pronounced (`rPh`) is no part of it. */
export class RunText {
  #text = '';
  #is_open = false;
  #is_aside = false;

  open(name: string): void {
    if (name === 'rPh') this.#is_aside = true;
    if (name === 't') this.#is_open = !this.#is_aside;
  }

  text(more: string, line: number): void {
    if (!this.#is_open) return;
    this.#text += more;
    if (this.#text.length <= CELL_MAX_CHARACTERS) return;
    const message = `a cell has more than ${CELL_MAX_CHARACTERS} characters`;
    throw new UnreadableStatement(message, { line });
  }

  /** By the name of the element that ends. */
  close(name: string): void {
    if (name === 't') this.#is_open = false;
    if (name === 'rPh') this.#is_aside = false;
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

export function sharedTextsReader(): PartReader<readonly string[]> {
  const value: string[] = [];
  const run = new RunText();
  const path: string[] = [];
  let characters = 0;
  return {
    handler: {
      open(name) {
        path.push(name);
        run.open(name);
      },
      text: (more) => run.text(more, 1),
      close() {
        const name = path.pop() ?? '';
        run.close(name);
        if (name !== 'si') return;
        limited(value, MOST_SHARED_TEXTS, 'shared texts');
        const text = run.take();
        characters += text.length;
        limited({ length: characters }, MOST_SHARED_CHARACTERS, 'characters of shared texts');
        value.push(text);
      },
    },
    value,
  };
}
