// The answer of a route whose items are decided one by one: each has its own result, and perhaps
// its own proposal.
import type { Refusal } from '../../../domain/service/refusal.ts';

export class ItemsAnswer {
  readonly body: object;
  /** In the order of the items: why one was refused, as the body tells it. */
  readonly refusals: readonly (Refusal | null)[];

  constructor(body: object, refusals: readonly (Refusal | null)[]) {
    this.body = body;
    this.refusals = refusals;
  }
}
