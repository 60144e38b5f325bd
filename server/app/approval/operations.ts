// The requests that proposals carry out, as the approval of one sees them. Given by the HTTP layer,
// whose table of routes names them.

import type { ProposedRequest } from '../../domain/record/proposal.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';

export type Operations = {
  /** Null if the caller's role and scopes allow the request. */
  refuseCaller(request: ProposedRequest, caller: OperatorCaller): Refusal | null;
  /** Carries the request out, as its own route would. */
  run(app: App, request: ProposedRequest, caller: OperatorCaller): Promise<object | Refusal>;
};
