// The pay-outs that a request names, each with the version on which it was decided, and the result
// for each.

import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { UTR_RULE, UUID_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { DecidedItem, ItemResult } from '../approval/item-result.ts';
import type { App } from '../process/app.ts';
import { sequenceProblem } from '../request/expected-version.ts';
import type { FieldReader } from '../request/fields.ts';
import { isAboutChange, type LastChange, lastChanges } from '../trade/last-change.ts';

/** As many as fit into a request's body. */
const MOST_AT_ONCE = 400;
const UTR_TEXT_MAX = 100;

export type PayoutItem = {
  merchant_id: string;
  id: string;
  utr: string | null;
  /** The version on which it was decided. */
  expected_sequence?: number;
};

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

function readItem(reader: FieldReader, row: Record<string, unknown>, at: string): PayoutItem {
  const id = (name: 'merchant_id' | 'id') => {
    const value = row[name];
    const parsed = typeof value === 'string' ? parseUuid(value) : null;
    if (parsed === null) reader.wrong(`${at}.${name}`, 'format', UUID_RULE);
    return parsed ?? '';
  };
  const utr = row.utr ?? null;
  if (utr !== null && (typeof utr !== 'string' || utr.length > UTR_TEXT_MAX)) {
    reader.wrong(`${at}.utr`, 'format', UTR_RULE);
  }
  const expected = row.expected_sequence ?? null;
  const problem = expected === null ? null : sequenceProblem(Number(expected));
  if (typeof expected !== 'number' && expected !== null) {
    reader.wrong(`${at}.expected_sequence`, 'type', 'must be an integer');
  } else if (problem !== null) reader.wrong(`${at}.expected_sequence`, 'range', problem);
  return {
    merchant_id: id('merchant_id'),
    id: id('id'),
    utr: typeof utr === 'string' ? utr : null,
    ...(typeof expected === 'number' ? { expected_sequence: expected } : {}),
  };
}

/** `payouts`: the named pay-outs; noted as wrong if it is no list of them. */
export function readItems(reader: FieldReader): PayoutItem[] {
  const value = reader.raw('payouts');
  if (value === undefined) reader.wrong('payouts', 'required', 'is required');
  else if (!Array.isArray(value) || !value.every(isRecord)) {
    reader.wrong('payouts', 'type', 'must be a list of objects');
  } else if (value.length < 1 || value.length > MOST_AT_ONCE) {
    reader.wrong('payouts', 'length', `must have from 1 to ${MOST_AT_ONCE} pay-outs`);
  } else return value.map((row, index) => readItem(reader, row, `payouts[${index}]`));
  return [];
}

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
