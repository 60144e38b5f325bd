// Looks at a list of refunds, and makes them. If the answer is lost, the list is looked at again:
// whatever was made is found by its pay-in, so nothing is made twice.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, Problem, Unreachable } from '../../api/client.ts';
import { readAllAgain } from '../../api/keys.ts';
import { bytesOf, type GivenList } from './refund-input.tsx';

/** A header carries no other letters than these. */
const keyOf = ({ name }: GivenList) =>
  name.trim() === '' ? {} : { idempotency_key: encodeURIComponent(name.trim()) };

const askedOf = (given: GivenList) => ({ body: bytesOf(given), ...keyOf(given) });

const queryOf = ({ merchant_id, note }: GivenList) => ({
  ...(merchant_id === null ? {} : { merchant_id }),
  ...(note.trim() === '' ? {} : { note: note.trim() }),
});

/** What was seen is not true any more, or whether it was done is not known. */
const isStale = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof Problem && error.body.code === 'changed_meanwhile');

export function useRefundList(given: GivenList) {
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () =>
      call('importRefunds', { ...askedOf(given), query: { ...queryOf(given), dry_run: true } }),
  });
  const act = useMutation({
    mutationFn: (seen: string) =>
      call('importRefunds', { ...askedOf(given), query: { ...queryOf(given), seen } }),
    onError: (error) => {
      if (isStale(error)) look.mutate();
    },
    // Whatever happened, the lists show what is true now.
    onSettled: () => readAllAgain(client),
  });
  return { look, act };
}

export type RefundListWork = ReturnType<typeof useRefundList>;
