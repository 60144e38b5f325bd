// The pay-outs that a request names, each with the version on which it was decided, and the result
// for each.

import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { UTR_RULE, UUID_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { WaitingProposal } from '../approval/proposal-view.ts';
import type { App } from '../process/app.ts';
import { sequenceProblem } from '../request/expected-version.ts';
import type { FieldReader } from '../request/fields.ts';
import { isAboutChange, lastChanges } from '../trade/last-change.ts';

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

const NONE = { proposal_id: null, changed_by: null, changed_at: null } as const;

export function outcomeOf(
  item: Pick<PayoutItem, 'merchant_id' | 'id'>,
  answer: { state: string } | WaitingProposal | Refusal,
): PayoutOutcome {
  const { merchant_id, id } = item;
  if (answer instanceof WaitingProposal) {
    const detail = 'A second person has to approve this.';
    const proposal_id = answer.proposal.id;
    const waits = { ...NONE, code: 'approval_required', detail, proposal_id };
    return { merchant_id, id, state: null, ...waits };
  }
  if (isRefusal(answer)) {
    // One text per pay-out, because its result has no list of fields.
    const fields = (answer.errors ?? []).map(({ field, message }) => `${field}: ${message}.`);
    const detail = [answer.detail, ...fields].join(' ');
    return { merchant_id, id, state: null, code: answer.code, detail, ...NONE };
  }
  return { merchant_id, id, state: answer.state, code: null, detail: null, ...NONE };
}

/** Those that were refused because somebody else may have changed them say who it was. */
export async function withLastChanges(
  app: App,
  outcomes: readonly PayoutOutcome[],
): Promise<PayoutOutcome[]> {
  const refused = outcomes.filter(({ code }) => code !== null && isAboutChange(code));
  const keys = refused.map(({ merchant_id, id: trade_id }) => ({ merchant_id, trade_id }));
  const changes = await lastChanges(app, keys);
  return outcomes.map((outcome) => {
    const change = outcome.code === null ? undefined : changes.get(outcome.id);
    if (change === undefined) return outcome;
    return { ...outcome, changed_by: change.by, changed_at: change.at };
  });
}
