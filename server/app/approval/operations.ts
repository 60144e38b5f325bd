// The requests that proposals carry out, as the approval of one sees them. Given by the HTTP layer,
// whose table of routes names them: here they are stored, compared and carried out, never named.

import type { ProposedRequest } from '../../domain/record/proposal.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';

/**
 * What became of a request. If it names one item, and only this item was refused, `answer` tells
 * so, too; null if the request was refused as a whole.
 */
export type CarriedOut =
  | { kind: 'done'; answer: object }
  | { kind: 'refused'; refusal: Refusal; answer: object | null };

export type Operations = {
  /** Null if the caller's role and scopes allow the request. */
  refuseCaller(request: ProposedRequest, caller: OperatorCaller): Refusal | null;
  /** The fields of its answer that are shown once, to whoever asked for it. */
  shownOnce(request: ProposedRequest): readonly string[];
  /** Carries the request out, as its own route would. */
  run(app: App, request: ProposedRequest, caller: OperatorCaller): Promise<CarriedOut>;
};
