// A mass act whose items are asked for one by one: each has its own key for the whole intent, so a
// lost connection leaves one item unknown, and continuing asks for it again without acting twice.
import { Problem, Unreachable } from '../../api/client.ts';

export type ItemState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'done' }
  /** Waits for a second person. */
  | { readonly kind: 'proposed' }
  /** In the service's own words. */
  | { readonly kind: 'refused'; readonly why: string }
  /** It was sent, and no answer came. */
  | { readonly kind: 'unknown' };

export type Item<Row> = { readonly row: Row; readonly key: string; readonly state: ItemState };

export const itemsOf = <Row>(rows: readonly Row[]): Item<Row>[] =>
  rows.map((row) => ({ row, key: crypto.randomUUID(), state: { kind: 'waiting' } }));

const isOpen = ({ state }: Item<unknown>): boolean =>
  state.kind === 'waiting' || state.kind === 'unknown';

export const openItems = <Row>(items: readonly Item<Row>[]): number => items.filter(isOpen).length;

export const countOf = (items: readonly Item<unknown>[], kind: ItemState['kind']): number =>
  items.filter(({ state }) => state.kind === kind).length;

const isProposal = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'proposal' in answer;

async function tryOne<Row>(
  item: Item<Row>,
  act: (row: Row, key: string) => Promise<unknown>,
): Promise<ItemState> {
  try {
    const answer = await act(item.row, item.key);
    return { kind: isProposal(answer) ? 'proposed' : 'done' };
  } catch (error) {
    if (error instanceof Problem && !error.body.retryable) {
      return { kind: 'refused', why: error.body.detail };
    }
    if (error instanceof Problem || error instanceof Unreachable) return { kind: 'unknown' };
    throw error;
  }
}

/**
 * Acts on everything that is open, in order, and tells of each step. Stops at the first item that
 * stays unknown: whatever keeps the answer away would keep away the next one's as well.
 */
export async function actOnEach<Row>(
  items: readonly Item<Row>[],
  act: (row: Row, key: string) => Promise<unknown>,
  tell: (items: readonly Item<Row>[]) => void,
): Promise<readonly Item<Row>[]> {
  let now = items;
  for (const [index, item] of items.entries()) {
    if (!isOpen(item)) continue;
    const state = await tryOne(item, act);
    now = now.with(index, { ...item, state });
    tell(now);
    if (state.kind === 'unknown') break;
  }
  return now;
}
