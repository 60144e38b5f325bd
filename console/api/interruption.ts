// A call that the service does not answer before the person has done something waits here: they
// confirm that it is them, or sign in again. Then the same request is sent once more.

export type Interruption =
  /** A dangerous act, and the last confirmation is too old. */
  | 'confirm'
  /** The session has ended. */
  | 'sign_in'
  /** The browser has another session than this page knows: somebody signed in in another tab. */
  | 'other_session';

/** True: the request may be sent again. */
type Settle = (what: Interruption) => Promise<boolean>;

let settle: Settle | null = null;
let open = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  open += change;
  for (const listener of listeners) listener();
}

/** Only one part of the page settles interruptions; the answer ends that. */
export function settleInterruptions(by: Settle): () => void {
  settle = by;
  return () => {
    if (settle === by) settle = null;
  };
}

export async function interrupt(what: Interruption): Promise<boolean> {
  if (settle === null) return false;
  count(1);
  try {
    return await settle(what);
  } finally {
    count(-1);
  }
}

/** Whether a call waits: what is open below stays open, with everything that was typed. */
export const isInterrupted = (): boolean => open > 0;

export function onInterruption(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Signing in and out, and confirming: their refusals are for those who ask. */
const IS_ABOUT_SIGN_IN = /^\/operator\/v1\/session(?:\/|$)/;

type Refused = { readonly status: number; readonly code: string };

/** What a person can do so that the same request succeeds; null: nothing. */
export function interruptionOf(
  method: string,
  place: string,
  { status, code }: Refused,
): Interruption | null {
  if (code === 'confirmation_required') return 'confirm';
  if (IS_ABOUT_SIGN_IN.test(place)) return null;
  if (status === 401) return 'sign_in';
  return code === 'forbidden' && method !== 'GET' ? 'other_session' : null;
}
