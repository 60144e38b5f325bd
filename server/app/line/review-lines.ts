// An operator decides about many bank lines with one request: each decision is made as a single one
// is, by the same code, and has its own result.

import { LINE_ACTS, type LineAct, type LineStatus } from '../../domain/record/bank-line.ts';
import {
  type FieldError,
  type Refusal,
  type RefusalCode,
  refuseFields,
} from '../../domain/service/refusal.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { DecidedItem, ItemResult } from '../approval/item-result.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { reviewLine } from './review-line.ts';

export const MOST_DECISIONS = 200;
const NOTE_MAX_LENGTH = 500;
/** DecidedItem at once; the rest waits, so that one request does not occupy the writer. */
const AT_ONCE = 16;

type Fields = Readonly<Record<string, unknown>>;
export type LineDecision = { bank_line_id: string; act: LineAct; fields: Fields };

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

/** The fields of each act, and the JSON types of a field. */
export type LineActFields = {
  takes(act: LineAct): readonly string[];
  typesOf(name: string): readonly string[];
};

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? 'integer' : typeof value;
}

function readDecision(
  reader: FieldReader,
  row: Fields,
  at: string,
  { note, typesOf }: { note: string | undefined } & Pick<LineActFields, 'typesOf'>,
): LineDecision {
  const { bank_line_id, act, ...fields } = row;
  for (const [name, value] of Object.entries(fields)) {
    const types = typesOf(name);
    if (types.length === 0 || types.includes(jsonType(value))) continue;
    reader.wrong(`${at}.${name}`, 'type', `must be of type ${types.join(' or ')}`);
  }
  const known = LINE_ACTS.find((one) => one === act);
  if (typeof bank_line_id !== 'string') {
    reader.wrong(`${at}.bank_line_id`, 'required', 'is required');
  }
  if (known === undefined) {
    reader.wrong(`${at}.act`, 'unknown_value', `must be one of: ${LINE_ACTS.join(', ')}`);
  }
  return {
    bank_line_id: String(bank_line_id),
    act: known ?? 'undo',
    fields: note === undefined ? fields : { note, ...fields },
  };
}

function readDecisions(reader: FieldReader, typesOf: LineActFields['typesOf']): LineDecision[] {
  const note = reader.optionalText('note', NOTE_MAX_LENGTH) ?? undefined;
  const given = reader.raw('decisions');
  if (given === undefined) reader.wrong('decisions', 'required', 'is required');
  else if (!Array.isArray(given) || !given.every(isRecord)) {
    reader.wrong('decisions', 'type', 'must be a list of objects');
  } else if (given.length < 1 || given.length > MOST_DECISIONS) {
    reader.wrong('decisions', 'length', `must be 1 to ${MOST_DECISIONS} decisions`);
  } else {
    const shared = { note, typesOf };
    return given.map((row, at) => readDecision(reader, row, `decisions[${at}]`, shared));
  }
  return [];
}

/** A field that another act takes is refused: it would be ignored. */
function strayFields({ act, fields }: LineDecision, takes: LineActFields['takes']): Refusal | null {
  const stray = Object.keys(fields).filter((name) => name !== 'note' && !takes(act).includes(name));
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
 * decides nothing twice: the key counts for each line and act. `takes` names the fields of an act.
 */
export async function reviewLines(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  { takes, typesOf }: LineActFields,
  idempotency_key: string | undefined,
): Promise<ReviewedLines | Refusal> {
  const reader = readFields(raw, ['decisions', 'note']);
  const decisions = readDecisions(reader, typesOf);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const made: ReviewedLines['decisions'] = [];
  for (const together of groupsOf(decisions)) {
    const answers = together.map(async (item) => {
      const { bank_line_id, act, fields } = item;
      const given = { fields, errors: [] };
      const stray = strayFields(item, takes);
      const answer =
        stray ?? (await reviewLine(app, operator, bank_line_id, act, given, idempotency_key));
      return { item, answer };
    });
    made.push(...(await Promise.all(answers)));
  }
  return { decisions: made };
}
