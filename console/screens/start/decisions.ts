// What waits, by kind: how much in all, and the thing that waits longest or is fullest.
import type { AttentionItem, OfCell } from '../../api/schema.gen.ts';

/** Of a service with several databases each names its own. */
export type Waiting = AttentionItem & OfCell;

export type DecisionGroup = {
  readonly kind: Waiting['kind'];
  /** The worst first; of kinds without a subject there is one. */
  readonly items: readonly Waiting[];
  readonly count: number;
  readonly has_more: boolean;
};

/** A share of a limit is nobody's work before it is near. */
const isWork = ({ unit, is_over }: Waiting): boolean => unit !== 'percent' || is_over;

const byBadness = (a: Waiting, b: Waiting): number =>
  Number(b.is_over) - Number(a.is_over) || b.value - a.value;

/** In the order of the service's list, which has the most urgent first. */
export function decisionGroups(all: readonly Waiting[]): readonly DecisionGroup[] {
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
export function subjectOf({ subject_id, subject_name, cell }: Waiting): string | null {
  if (subject_id === null) return cell ?? null;
  // Ids of one minute begin alike.
  return subject_name ?? `…${ownerOf(subject_id).slice(-SHORT)}`;
}

/** The service's sentence with the name in place of the id. */
export const sentenceOf = (item: Waiting, name: string | null): string =>
  item.subject_id === null || name === null
    ? item.text
    : item.text.replaceAll(item.subject_id, name);
