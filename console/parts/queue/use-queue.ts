// A queue that is worked off: one item is open, named by the address; when it is decided and leaves
// the list, the one that followed it opens.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { withOpen } from '../../api/search-params.ts';
import { choose } from '../keys/use-chosen.ts';
import { followerOf } from './follower.ts';

export type Queue = {
  readonly current: string | undefined;
  /** From 0; -1: none is open. */
  readonly position: number;
  move(by: 1 | -1): void;
};

type Place = '/verify' | '/bank/review';

/** `ids` is undefined while the list is read for the first time. */
export function useQueue(
  to: Place,
  ids: readonly string[] | undefined,
  asked: string | undefined,
): Queue {
  const navigate = useNavigate();
  /** The list as it was while the asked item was in it. */
  const seen = useRef<readonly string[]>([]);
  const is_here = asked !== undefined && ids?.includes(asked) === true;
  const current = is_here || ids === undefined ? asked : followerOf(seen.current, ids, asked);
  const open = (id: string) =>
    void navigate({
      to,
      search: (search) => withOpen(search, id),
      replace: true,
    });
  useEffect(() => {
    if (is_here && ids !== undefined) seen.current = ids;
    if (current !== undefined && current !== asked) open(current);
  });
  const position = current === undefined ? -1 : (ids?.indexOf(current) ?? -1);
  return {
    current,
    position,
    move(by) {
      const next = ids?.[position + by];
      if (next === undefined) return;
      choose(next);
      open(next);
    },
  };
}
