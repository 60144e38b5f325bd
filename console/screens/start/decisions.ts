// What waits, by kind: how much in all, and the thing that waits longest or is fullest.
import type { AttentionItem } from '../../api/schema.gen.ts';

export type DecisionGroup = {
  readonly kind: AttentionItem['kind'];
  /** The worst first; of kinds without a subject there is one. */
  readonly items: readonly AttentionItem[];
  readonly count: number;
  readonly has_more: boolean;
};

/** A share of a limit is nobody's work before it is near. */
const isWork = ({ unit, is_over }: AttentionItem): boolean => unit !== 'percent' || is_over;

const byBadness = (a: AttentionItem, b: AttentionItem): number =>
  Number(b.is_over) - Number(a.is_over) || b.value - a.value;

/** In the order of the service's list, which has the most urgent first. */
export function decisionGroups(all: readonly AttentionItem[]): readonly DecisionGroup[] {
  const items = all.filter(isWork);
  return [...new Set(items.map(({ kind }) => kind))].map((kind) => {
    const of_kind = items.filter((item) => item.kind === kind).toSorted(byBadness);
    return {
      kind,
      items: of_kind,
      count: of_kind.reduce((sum, { count }) => sum + count, 0),
      has_more: of_kind.some(({ has_more }) => has_more),
    };
  });
}

const SHORT = 6;

/** The id of the account or merchant that an item is about: `MERCHANT/3` is an endpoint. */
const ownerOf = (subject_id: string): string => subject_id.split('/', 1)[0] ?? '';

/** What the item is about in words; null: all of them together. */
export function subjectOf({ subject_id, subject_name }: AttentionItem): string | null {
  if (subject_id === null) return null;
  // Ids of one minute begin alike.
  return subject_name ?? `…${ownerOf(subject_id).slice(-SHORT)}`;
}

/** The service's sentence with the name in place of the id. */
export const sentenceOf = (item: AttentionItem, name: string | null): string =>
  item.subject_id === null || name === null
    ? item.text
    : item.text.replaceAll(item.subject_id, name);
