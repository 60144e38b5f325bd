// The result for each of the pay-outs that a request names.

import type { PayoutItem } from '../../domain/payout/payout-requests.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { DecidedItem, ItemResult } from '../approval/item-result.ts';
import type { App } from '../process/app.ts';
import { isAboutChange, type LastChange, lastChanges } from '../trade/last-change.ts';

/** The result for one of many; if nothing was done, `code` and `detail` say why. */
export type PayoutOutcome = {
  merchant_id: string;
  id: string;
  state: string | null;
  code: string | null;
  detail: string | null;
  /** The proposal that waits for a second person. */
  proposal_id: string | null;
  /** Who changed it last, if that may be why it was refused. */
  changed_by: string | null;
  changed_at: string | null;
};

/**
 * What became of a pay-out; `changed`: who changed it last, if that may be why it was refused.
 */
export type PayoutResult = DecidedItem<PayoutItem, { state: string }> & {
  changed: LastChange | null;
};

/** One text per pay-out, because its result has no list of fields. */
function textOf({ detail, errors = [] }: Refusal): string {
  return [detail, ...errors.map(({ field, message }) => `${field}: ${message}.`)].join(' ');
}

export function payoutOutcome(
  { item, changed }: Pick<PayoutResult, 'item' | 'changed'>,
  result: ItemResult<{ state: string }>,
): PayoutOutcome {
  const { merchant_id, id } = item;
  const none = {
    ...{ merchant_id, id, state: null, code: null, detail: null, proposal_id: null },
    ...{ changed_by: null, changed_at: null },
  };
  switch (result.kind) {
    case 'done':
      return { ...none, state: result.done.state };
    case 'waiting': {
      const { proposal_id } = result;
      const detail = 'A second person has to approve this.';
      return { ...none, code: 'approval_required', detail, proposal_id };
    }
    case 'refused': {
      const { refusal } = result;
      const by = changed === null ? {} : { changed_by: changed.by, changed_at: changed.at };
      return { ...none, code: refusal.code, detail: textOf(refusal), ...by };
    }
  }
}

/** Those that were refused because somebody else may have changed them say who it was. */
export async function withLastChanges(
  app: App,
  results: readonly Omit<PayoutResult, 'changed'>[],
): Promise<PayoutResult[]> {
  const isAbout = ({ answer }: Omit<PayoutResult, 'changed'>) =>
    isRefusal(answer) && isAboutChange(answer.code);
  const keys = results
    .filter(isAbout)
    .map(({ item: { merchant_id, id: trade_id } }) => ({ merchant_id, trade_id }));
  const changes = await lastChanges(app, keys);
  return results.map((result) => {
    const change = isAbout(result) ? changes.get(result.item.id) : undefined;
    return { ...result, changed: change ?? null };
  });
}
