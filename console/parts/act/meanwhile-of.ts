// What a dialog knows about its object and about the act that it sent.
import type { About, Now } from './about.ts';

export type Meanwhile =
  /** As the dialog was opened on it. */
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly now: Now }
  /** The answer to the act was lost: what became of it is being read. */
  | { readonly kind: 'unknown' }
  /** It was read after the answer was lost, and nothing has been done. */
  | { readonly kind: 'not_done' };

type Known = {
  readonly now: Now | undefined;
  readonly is_pending: boolean;
  readonly is_lost: boolean;
  /** The object was read after the answer was lost. */
  readonly is_read_since: boolean;
};

export function meanwhileOf(
  about: Pick<About, 'version'> | null,
  { now, is_pending, is_lost, is_read_since }: Known,
): Meanwhile {
  // While an answer is awaited, a change may be the act's own.
  if (about === null || is_pending) return { kind: 'same' };
  if (is_lost && !is_read_since) return { kind: 'unknown' };
  if (now !== undefined && now.version !== about.version) return { kind: 'changed', now };
  return { kind: is_lost ? 'not_done' : 'same' };
}

/** Nothing is sent about what has changed, or before it is known what became of the last try. */
export const maySend = ({ kind }: Meanwhile): boolean => kind === 'same' || kind === 'not_done';
