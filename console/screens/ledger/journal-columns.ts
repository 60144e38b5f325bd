// Which columns a person wants of the journal, in which order and under which names: as the
// service reads it, `date=Voucher Date,account,debit=Dr`.
import { BOUNDS } from '../../api/bounds.gen.ts';
import { JOURNAL_COLUMN_TEXTS } from '../../texts/ledger/journal.ts';

export type JournalColumn = keyof typeof JOURNAL_COLUMN_TEXTS;

export type ColumnChoice = {
  readonly column: JournalColumn;
  /** As it was typed; empty: the column's own. */
  readonly title: string;
  readonly is_chosen: boolean;
};

export type Choices = readonly ColumnChoice[];

const COLUMNS = Object.keys(JOURNAL_COLUMN_TEXTS) as JournalColumn[];

/** All of them, as a file has them by default. */
export const ALL_CHOSEN: Choices = COLUMNS.map((column) => ({
  column,
  title: '',
  is_chosen: true,
}));

/** The chosen ones first, in their order; what is not known any more is left out. */
export function readChoices(text: string): Choices {
  if (text === '') return ALL_CHOSEN;
  const chosen = text.split(',').flatMap((part): ColumnChoice[] => {
    const [name = '', ...title] = part.split('=');
    const column = COLUMNS.find((one) => one === name);
    return column === undefined ? [] : [{ column, title: title.join('='), is_chosen: true }];
  });
  const others = ALL_CHOSEN.filter(({ column }) => !chosen.some((one) => one.column === column));
  return [...chosen, ...others.map((one) => ({ ...one, is_chosen: false }))];
}

const isDefault = (choices: Choices): boolean =>
  choices.every(
    ({ column, title, is_chosen }, index) =>
      is_chosen && column === COLUMNS[index] && (title.trim() === '' || title.trim() === column),
  );

/** Empty: as a file has them by default. */
export function writeChoices(choices: Choices): string {
  if (isDefault(choices)) return '';
  return choices
    .filter(({ is_chosen }) => is_chosen)
    .map(({ column, title }) => (title.trim() === '' ? column : `${column}=${title.trim()}`))
    .join(',');
}

/** One place up or down. */
export function movedChoice(choices: Choices, from: number, by: 1 | -1): Choices {
  const to = from + by;
  const one = choices[from];
  if (one === undefined || to < 0 || to >= choices.length) return choices;
  const others = choices.filter((_, index) => index !== from);
  return [...others.slice(0, to), one, ...others.slice(to)];
}

export type ChoiceFault = 'none' | 'too_long' | 'no_comma';

/** Null: a file can have these columns. */
export function faultOf(choices: Choices): ChoiceFault | null {
  const chosen = choices.filter(({ is_chosen }) => is_chosen);
  if (chosen.length === 0) return 'none';
  if (chosen.some(({ title }) => title.includes(','))) return 'no_comma';
  return writeChoices(choices).length > BOUNDS.exportJournal.columns.maxLength ? 'too_long' : null;
}
