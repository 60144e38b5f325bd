// The title of what went wrong: about the act, if somebody wanted to do something.
import { NotDone, NotSent, Problem as Refused, Unreachable } from '../api/client.ts';
import { ERROR_TEXTS as errors } from '../texts/common.ts';

/** `act`: what the person pressed; null: something was only read. */
export function problemTitle(error: unknown, act: string | null): string {
  if (error instanceof NotDone) return errors.not_done;
  if (error instanceof NotSent) return act === null ? errors.unreachable : errors.act_not_sent(act);
  if (error instanceof Refused) return act === null ? error.body.title : errors.act_refused(act);
  if (!(error instanceof Unreachable)) return errors.broken;
  return act === null ? errors.unreachable : errors.act_unknown(act);
}
