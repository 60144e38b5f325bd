// The values of a closed list as choices of a filter or as tabs.
import { TRADE_COLUMN_TEXTS } from '../../texts/trade-words.ts';
import type { Choice } from './filters.ts';

export const choicesOf = (words: Readonly<Record<string, string>>): readonly Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** With one for everything before them. */
export const tabsOf = (words: Readonly<Record<string, string>>): readonly Choice[] => [
  { value: '', label: TRADE_COLUMN_TEXTS.all },
  ...choicesOf(words),
];
