// An operator decides about many bank lines with one request: each decision is made as a single one
// is, by the same code, and has its own result.

import { DECIDE_LINES, type LineDecision, takesField } from '../../domain/line/review-requests.ts';
import type { LineStatus } from '../../domain/record/bank-line.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import {
  type FieldError,
  isRefusal,
  type Refusal,
  type RefusalCode,
  refuseFields,
} from '../../domain/service/refusal.ts';
import type { DecidedItem, ItemResult } from '../approval/item-result.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { reviewLine } from './review-line.ts';

/** DecidedItem at once; the rest waits, so that one request does not occupy the writer. */
const AT_ONCE = 16;

export type DecisionResult = {
  bank_line_id: string;
  outcome: 'decided' | 'waiting' | 'refused';
  /** What became of the line; null if the decision was refused. */
  status: LineStatus | null;
  error: { code: RefusalCode; detail: string; errors: readonly FieldError[] } | null;
  /** The proposal that waits for a second person. */
  proposal_id: string | null;
};

export type DecisionResults = {
  decided_count: number;
  waiting_count: number;
  refused_count: number;
  results: DecisionResult[];
};

/** A field that another act takes is refused: it would be ignored. */
function strayFields({ act, fields }: LineDecision): Refusal | null {
  const stray = Object.keys(fields).filter((name) => !takesField(act, name));
  if (stray.length === 0) return null;
  const message = `is not a field of ${act}`;
  return refuseFields(stray.map((field) => ({ field, code: 'not_allowed', message })));
}

export type ReviewedLines = {
  decisions: DecidedItem<LineDecision, { line: { status: LineStatus } }>[];
};

function resultOf(
  { bank_line_id }: LineDecision,
  result: ItemResult<{ line: { status: LineStatus } }>,
): DecisionResult {
  const none = { bank_line_id, status: null, error: null, proposal_id: null };
  switch (result.kind) {
    case 'done':
      return { ...none, outcome: 'decided', status: result.done.line.status };
    case 'waiting':
      return { ...none, outcome: 'waiting', proposal_id: result.proposal_id };
    case 'refused': {
      const { code, detail, errors = [] } = result.refusal;
      return { ...none, outcome: 'refused', error: { code, detail, errors } };
    }
  }
}

/** As the operator API tells them. */
export function decisionResults(
  decided: readonly {
    item: LineDecision;
    result: ItemResult<{ line: { status: LineStatus } }>;
  }[],
): DecisionResults {
  const results = decided.map(({ item, result }) => resultOf(item, result));
  const countOf = (word: DecisionResult['outcome']) =>
    results.filter(({ outcome }) => outcome === word).length;
  return {
    decided_count: countOf('decided'),
    waiting_count: countOf('waiting'),
    refused_count: countOf('refused'),
    results,
  };
}

/** Decisions about the same line are made one after the other, in the order of the request. */
function groupsOf(decisions: readonly LineDecision[]): LineDecision[][] {
  const groups: LineDecision[][] = [];
  for (const decision of decisions) {
    const last = groups.at(-1);
    const is_again = last?.some((other) => other.bank_line_id === decision.bank_line_id) === true;
    if (last === undefined || is_again || last.length >= AT_ONCE) groups.push([decision]);
    else last.push(decision);
  }
  return groups;
}

/**
 * The results are in the order of the decisions. With an idempotency key, a repeated request
 * decides nothing twice: the key counts for each line and act.
 */
export async function reviewLines(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  idempotency_key: string | undefined,
): Promise<ReviewedLines | Refusal> {
  const asked = readRequest(DECIDE_LINES, raw);
  if (isRefusal(asked)) return asked;
  const shared = asked.note === null ? {} : { note: asked.note };
  const decisions = asked.decisions.map(({ fields, ...of }) => ({
    ...of,
    fields: { ...shared, ...fields },
  }));
  const made: ReviewedLines['decisions'] = [];
  for (const together of groupsOf(decisions)) {
    const answers = together.map(async (item) => {
      const { bank_line_id, act, fields } = item;
      const given = { fields, errors: [] };
      const stray = strayFields(item);
      const answer =
        stray ?? (await reviewLine(app, operator, bank_line_id, act, given, idempotency_key));
      return { item, answer };
    });
    made.push(...(await Promise.all(answers)));
  }
  return { decisions: made };
}
