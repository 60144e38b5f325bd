// How a person has arranged the columns of a list: their order, which are hidden or pinned, and how
// wide they are. Written as a short list of texts, which a browser and a saved view keep.

export type ColumnChoice = {
  readonly name: string;
  readonly is_hidden: boolean;
  /** It stays in sight while the others are scrolled aside. */
  readonly is_pinned: boolean;
  /** In pixels; null: as wide as what is in it. */
  readonly width: number | null;
};

/** In their order; empty: as the list has them. */
export type Layout = readonly ColumnChoice[];

export const WIDTHS = { min: 60, max: 800, step: 40, usual: 160 } as const;

/** As a saved view keeps them: `^order:200`, `amount`, `-utr`. */
const FORM = /^([\^-]?)([a-z][a-z_ ]{0,39})(?::(\d{2,3}))?$/;
const MOST = 40;

const bounded = (width: number): number =>
  Math.min(WIDTHS.max, Math.max(WIDTHS.min, Math.round(width)));

const plain = (name: string): ColumnChoice => ({
  name,
  is_hidden: false,
  is_pinned: false,
  width: null,
});

/** Columns that are not known any more are left out, new ones stand beside their neighbours. */
export function choicesFor(names: readonly string[], layout: Layout): Layout {
  const known = layout.filter(({ name }) => names.includes(name));
  const order = known.map(({ name }) => name);
  const choices = [...known];
  for (const [index, name] of names.entries()) {
    if (order.includes(name)) continue;
    const before = names[index - 1];
    const at = before === undefined ? 0 : order.indexOf(before) + 1;
    order.splice(at, 0, name);
    choices.splice(at, 0, plain(name));
  }
  return choices;
}

/** Those that are shown, the pinned ones first. */
export function shownChoices(choices: Layout): Layout {
  const shown = choices.filter(({ is_hidden }) => !is_hidden);
  return [...shown.filter(({ is_pinned }) => is_pinned), ...shown.filter((one) => !one.is_pinned)];
}

export const widthOf = ({ is_pinned, width }: ColumnChoice): number | null =>
  width ?? (is_pinned ? WIDTHS.usual : null);

type Change = Partial<Omit<ColumnChoice, 'name'>>;

/** The last column that is shown stays: a list of nothing cannot be brought back. */
export function changed(choices: Layout, name: string, change: Change): Layout {
  const others = choices.filter((one) => one.name !== name && !one.is_hidden);
  if (change.is_hidden === true && others.length === 0) return choices;
  const { width } = change;
  const bound = width === undefined || width === null ? {} : { width: bounded(width) };
  return choices.map((one) => (one.name === name ? { ...one, ...change, ...bound } : one));
}

export function moved(choices: Layout, name: string, by: 1 | -1): Layout {
  const from = choices.findIndex((one) => one.name === name);
  const [one, other] = [choices[from], choices[from + by]];
  if (one === undefined || other === undefined) return choices;
  return choices.map((choice) => {
    if (choice === one) return other;
    return choice === other ? one : choice;
  });
}

export const writeLayout = (layout: Layout): readonly string[] =>
  layout.map(({ name, is_hidden, is_pinned, width }) => {
    const shown = is_pinned ? '^' : '';
    return `${is_hidden ? '-' : shown}${name}${width === null ? '' : `:${width}`}`;
  });

/** What is no choice of a column is left out: another version may have written it. */
export function readLayout(texts: readonly string[]): Layout {
  const found = texts.slice(0, MOST).flatMap((text): ColumnChoice[] => {
    const [, mark = '', name = '', width] = FORM.exec(text) ?? [];
    if (name === '') return [];
    return [
      {
        name,
        is_hidden: mark === '-',
        is_pinned: mark === '^',
        width: width === undefined ? null : bounded(Number(width)),
      },
    ];
  });
  return [...new Map(found.map((one) => [one.name, one])).values()];
}
