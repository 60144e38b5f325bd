// A setting that is changed in a dialog: as it was when the dialog opened, as it is now, and what
// was typed meanwhile.
import type { FieldTable } from '../form/field-table.ts';
import type { TypedValues } from '../form/typed-fields.ts';
import { type Beside, besideEach } from './beside.ts';
import type { Changed, IdOf } from './changed.ts';
import { NONE_YET } from './seen-version.ts';

/** What it says, in words: the label of each part of it, and the text. */
export type Rows = readonly (readonly [label: string, text: string, id_of?: IdOf])[];

/** Nothing is typed but the reason. */
export const nothingShown = (): Rows => [];

/** Chosen words, as a text. */
export const wordsOf = (names: Readonly<Record<string, string>>, chosen: readonly string[]) =>
  chosen.map((one) => names[one] ?? one).join(', ');

export type SettingNow<F> = {
  readonly version: string;
  /** What its fields begin with. */
  readonly values: Partial<TypedValues<F>>;
  /** If its fields begin with less than there is. */
  readonly rows?: Rows;
};

type Named<F> = {
  /** The one that was named by what is typed; undefined: there is none yet. */
  readonly named: (typed: TypedValues<F>) => SettingNow<F> | undefined;
};

export type Setting<F> = (SettingNow<F> | Named<F>) & {
  /** What would be there if this were saved. */
  readonly shown: (typed: TypedValues<F>) => Rows;
};

export type Of<F> = {
  readonly fields: FieldTable;
  readonly empty: TypedValues<F>;
};

type Standing<F> = {
  readonly version: string;
  /** What its own fields begin with; the reason is none of them. */
  readonly own: Partial<TypedValues<F>>;
  readonly values: TypedValues<F>;
  readonly rows: Rows;
};

/** The setting that the form is about, if this is typed in it. */
export function standingOf<F>(
  setting: Setting<F>,
  { empty }: Of<F>,
  typed: TypedValues<F>,
): Standing<F> {
  const found = 'named' in setting ? setting.named(typed) : setting;
  const own = found?.values ?? {};
  const values = { ...empty, ...own };
  return {
    version: found?.version ?? NONE_YET,
    own,
    values,
    rows: found?.rows ?? setting.shown(values),
  };
}

const changesOf = (before: Rows, after: Rows): readonly Changed[] =>
  after.flatMap(([label, text, id_of]) => {
    const [, then = ''] = before.find(([one]) => one === label) ?? [];
    if (then === text) return [];
    return [{ label, before: then, after: text, ...(id_of === undefined ? {} : { id_of }) }];
  });

/** Their change beside the one that is typed. */
export const besideTyped = (then: Rows, now: Rows, typed: Rows): readonly Beside[] =>
  besideEach(changesOf(then, now), changesOf(then, typed));

type Values = Readonly<Record<string, unknown>>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What was typed stays; every other field is as it is now. A row has fields of its own. */
export function typedOnNow(fields: FieldTable, then: Values, now: Values, typed: Values): Values {
  const pairs = Object.entries(typed).map(([name, value]) => {
    const members = fields[name]?.members;
    const [before, after] = [then[name], now[name]];
    if (members !== undefined) {
      return [name, typedOnNow(members, before as Values, after as Values, value as Values)];
    }
    return [name, isSame(value, before) ? after : value];
  });
  return Object.fromEntries(pairs);
}
