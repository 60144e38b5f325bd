// What the palette offers: places, the acts of the screen, objects that were opened last, and what
// the service finds for the text.
import type { IconName } from '../../parts/icon-paths.ts';
import type { RecentObject } from '../../parts/recent/kept.ts';
import type { Result, ResultGroup } from '../../screens/search/results.ts';
import { SEARCH_TEXTS } from '../../texts/search.ts';
import { NAV_TEXTS as nav, SHELL_TEXTS as shell, TASK_NAMES } from '../../texts/shell/frame.ts';
import { type Place, placeAt, type Task } from '../places.ts';

type Target =
  | { readonly go: string }
  | { readonly open: Pick<Result, 'to' | 'params' | 'search'> }
  | { readonly press: () => void }
  /** All results, on the screen of the search. */
  | { readonly search: string };

export type Option = {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  /** Beside the name. */
  readonly more: string;
  /** As what it was found, if the service found it. */
  readonly why?: string;
  readonly keys: string | null;
  readonly target: Target;
};

/** Results of one kind, each with the words of why it was found. */
export type FoundOptions = {
  readonly kind: ResultGroup['kind'];
  readonly results: readonly (Result & { readonly why: string })[];
};

export type OptionGroup = { readonly name: string; readonly options: readonly Option[] };

/** A key that the screen offers. */
type Act = { readonly key: string; readonly label: string; readonly press: () => void };

export type Offered = {
  readonly places: readonly Place[];
  readonly tasks: readonly Task[];
  readonly keys: readonly Act[];
  readonly recent: readonly RecentObject[];
};

/** Each typed word begins a word of the name; numbers alone are for the search. */
export function isMeant(text: string, name: string): boolean {
  const words = (all: string) =>
    all
      .toLowerCase()
      .split(/[\s:·]+/)
      .filter((one) => one !== '');
  const names = words(name);
  return (
    /\p{L}/u.test(text) && words(text).every((word) => names.some((one) => one.startsWith(word)))
  );
}

const placeOption = ({ to, name, key }: Place): Option => ({
  id: `place-${name}`,
  icon: name,
  name: nav[name],
  more: '',
  keys: `g ${key}`,
  target: { go: to },
});

const taskOption = ({ to, name }: Task): Option => ({
  id: `task-${name}`,
  icon: 'act',
  name: TASK_NAMES[name],
  more: '',
  keys: null,
  target: { go: to },
});

const recentOption = ({ to, name }: RecentObject, index: number): Option => {
  const place = placeAt(to);
  return {
    id: `recent-${index}`,
    icon: 'recent',
    name,
    more: place === undefined ? '' : nav[place.name],
    keys: null,
    target: { go: to },
  };
};

/** Keys that move within the screen are no acts that somebody looks for by name. */
const isAct = ({ key }: Act): boolean => key.length === 1;

const actOption = ({ key, label, press }: Act): Option => ({
  id: `act-${key}`,
  icon: 'act',
  name: label,
  more: '',
  keys: key,
  target: { press },
});

const resultOption = (
  { id, name, more, why, ...open }: FoundOptions['results'][number],
  group: string,
): Option => ({
  id: `found-${group}-${id}`,
  icon: 'found',
  ...{ name, more, why },
  keys: null,
  target: { open },
});

const groupOf = (name: string, options: readonly Option[]): readonly OptionGroup[] =>
  options.length === 0 ? [] : [{ name, options }];

/** Of each kind that the service found; the screen of the search has all. */
const SHOWN_MOST = 5;

/** Without a text: everything that can be done without one. */
function atRest({ places, tasks, keys, recent }: Offered): readonly OptionGroup[] {
  return [
    ...groupOf(shell.palette.recent, recent.map(recentOption)),
    ...groupOf(shell.palette.acts, keys.filter(isAct).map(actOption)),
    ...groupOf(shell.palette.places, places.map(placeOption)),
    ...groupOf(shell.palette.tasks, tasks.map(taskOption)),
  ];
}

/**
 * The first one is what Enter means, so nothing that arrives later comes before it: what matches by
 * its name, then all results, and what the service has found below them.
 */
export function optionsFor(
  text: string,
  offered: Offered,
  found: readonly FoundOptions[],
): readonly OptionGroup[] {
  const asked = text.trim();
  if (asked === '') return atRest(offered);
  const named = atRest(offered)
    .flatMap(({ options }) => options)
    .filter(({ name }) => isMeant(asked, name));
  const all: Option = {
    id: 'all',
    icon: 'search',
    name: shell.palette.all(asked),
    more: '',
    keys: null,
    target: { search: asked },
  };
  return [
    ...groupOf(shell.palette.named, named),
    ...groupOf(SEARCH_TEXTS.title, [all]),
    ...found.flatMap(({ kind, results }) =>
      groupOf(
        SEARCH_TEXTS.groups[kind],
        results.slice(0, SHOWN_MOST).map((one) => resultOption(one, kind)),
      ),
    ),
  ];
}
