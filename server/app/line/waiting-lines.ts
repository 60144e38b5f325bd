// Lines that wait because a stored line may be the same movement: listed with both sides, and
// decided by a person.

import type { WaitReason } from '../../domain/line/judge-lines.ts';
import { DECIDE_WAITING, FIND_WAITING } from '../../domain/line/line-requests.ts';
import { waitExplanation, waitingNote } from '../../domain/line/wait-words.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import {
  beginReading,
  type RawFields,
  readFilters,
  readRequest,
} from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readLinesById } from '../../store/line/related-lines.ts';
import {
  type DecidedLine,
  decideWaiting,
  selectWaiting,
  type WaitingDecision,
} from '../../store/line/waiting-lines.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import { claimEvidence, type GivenEvidence } from '../approval/claim-evidence.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { namedActor, namesOfActors } from '../request/actor-names.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import type { OrderNames } from '../request/order-names.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso } from '../request/views.ts';
import { inAccountTurn } from './account-turn.ts';
import { type GivenLine, takeLines } from './bank-line-commands.ts';
import { bankLineBody, namesInLines } from './list-bank-lines.ts';
import { measureEvidence } from './measure-evidence.ts';

type Beside = {
  readonly currency: string;
  readonly stored: readonly LineRecord[];
  readonly names: ReadonlyMap<string, string>;
  readonly nameOf: OrderNames;
};

function waitingBody(line: DecidedLine, { currency, stored, names, nameOf }: Beside) {
  const number = line.counterparty_number;
  return {
    id: line.waiting_line_id,
    receiving_account_id: line.receiving_account_id,
    statement_id: line.statement_id,
    currency,
    amount_cents: Number(line.amount_cents),
    booked_at: line.booked_exactly ? iso(line.booked_at) : iso(line.booked_at).slice(0, 10),
    utr: line.utr,
    text: line.text,
    damaged: line.is_damaged === true,
    erased: line.is_erased === true,
    bank_id: line.bank_id,
    counterparty_name: line.counterparty_name,
    counterparty_number: number === null ? null : maskHalf(number),
    end_to_end_id: line.end_to_end_id,
    received_at: iso(line.received_at),
    source: line.source,
    reason: line.reason,
    explanation: waitExplanation(line.reason),
    stored_lines: stored.map((record) => bankLineBody(record, nameOf)),
    decision: line.decision,
    bank_line_ids: [...(line.bank_line_ids ?? [])],
    note: line.note,
    decided_by: line.actor === null ? null : namedActor(line.actor, names),
    decided_at: line.decided_at === null ? null : iso(line.decided_at),
  };
}

export type WaitingLineBody = ReturnType<typeof waitingBody> & { reason: WaitReason };

/** Of each line both sides: itself, and the stored lines that it may repeat. */
async function bodiesOf(app: App, lines: readonly DecidedLine[]): Promise<WaitingLineBody[]> {
  const { db, cipher } = app.store;
  const ids = [...new Set(lines.flatMap(({ beside }) => beside))];
  const stored = await readLinesById(db, cipher, ids);
  const by_id = new Map(stored.map((record) => [record.line.bank_line_id, record]));
  const { accounts } = await app.settings.current();
  const names = await namesOfActors(
    app,
    lines.map(({ actor }) => actor?.id ?? null),
  );
  const nameOf = await namesInLines(app, stored);
  return lines.map((line) => {
    const beside = line.beside.flatMap((id) => by_id.get(id) ?? []);
    const currency = accounts.get(line.receiving_account_id)?.currency ?? '';
    return waitingBody(line, { currency, stored: beside, names, nameOf });
  });
}

export async function listWaitingLines(
  app: App,
  query: QueryTexts<typeof FIND_WAITING> & PageQuery,
): Promise<Page<WaitingLineBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_WAITING, query));
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { id: waiting_line_id, receiving_account_id, state } = page.filters;
  // One line is shown whether or not it was decided.
  const is_any = state === null && waiting_line_id !== null;
  const found = await selectWaiting(app.store.db, app.store.cipher, {
    waiting_line_id,
    receiving_account_id,
    is_decided: is_any ? null : state === 'decided',
    before: cursor?.[0] ?? null,
    limit: limit + 1,
  });
  return pageOf(await bodiesOf(app, found), limit, (line) => [line.id]);
}

async function findWaiting(app: App, id: string): Promise<DecidedLine | undefined> {
  const waiting_line_id = parseUuid(id);
  if (waiting_line_id === null) return undefined;
  const every = { receiving_account_id: null, is_decided: null, before: null, limit: 1 };
  const { db, cipher } = app.store;
  const [found] = await selectWaiting(db, cipher, { ...every, waiting_line_id });
  return found;
}

/** The stored lines that are this movement: of its account and its direction. */
async function findSame(
  app: App,
  line: DecidedLine,
  wanted: readonly string[] | null,
): Promise<readonly string[] | string> {
  if (wanted === null) return line.beside.length === 1 ? line.beside : [];
  const found = await readLinesById(app.store.db, app.store.cipher, wanted);
  const own = found.filter(
    ({ line: stored }) =>
      stored.receiving_account_id === line.receiving_account_id &&
      stored.parent_line_id === null &&
      stored.amount_cents > 0n === line.amount_cents > 0n,
  );
  if (own.length !== new Set(wanted).size) {
    return 'must be lines of the same account and direction';
  }
  const sum = own.reduce((total, one) => total + one.line.amount_cents, 0n);
  const size = (cents: bigint) => (cents < 0n ? -cents : cents);
  // A payment may be a part of one stored line; several stored lines are its parts.
  const fits = own.length > 1 ? sum === line.amount_cents : size(line.amount_cents) <= size(sum);
  return own.length === 0 || fits ? wanted : 'must add up to the amount of this line';
}

/** To take the line as one of its own, under its own id: a repetition finds it taken already. */
function givenOf(line: DecidedLine, note: string): GivenLine {
  const {
    waiting_line_id: bank_line_id,
    line_key,
    source,
    is_damaged: _,
    is_erased: __,
    ...told
  } = line;
  return {
    amount_cents: told.amount_cents,
    booked_at: told.booked_at,
    booked_exactly: told.booked_exactly,
    utr: told.utr,
    text: told.text,
    bank_id: told.bank_id,
    statement_id: told.statement_id,
    counterparty_name: told.counterparty_name,
    counterparty_number: told.counterparty_number,
    purpose: told.purpose,
    end_to_end_id: told.end_to_end_id,
    return_reason: told.return_reason,
    waited: { line_key, bank_line_id, source, note },
  };
}

/** It credits what it says by a person's word: the same claim as a line that they give. */
function evidenceOf(
  app: App,
  line: DecidedLine,
  account: ReceivingAccount,
  note: string,
): GivenEvidence {
  const { amount_cents, waiting_line_id } = line;
  const size = amount_cents < 0n ? -amount_cents : amount_cents;
  return {
    lines_text: JSON.stringify(['waiting_lines', waiting_line_id]),
    note,
    totals: new Map([[account.currency, size]]),
    measure: async () => {
      const measured = await measureEvidence(app, account, [givenOf(line, note)]);
      return [{ ...measured, opening_cents: null, closing_cents: null }];
    },
    hold: () => Promise.resolve({}),
  };
}

async function accountOf(app: App, id: string): Promise<ReceivingAccount> {
  const account = await findAccount(app, id);
  if (account === undefined) throw new Error(`No account ${id}`);
  return account;
}

const decidedAlready = (): Refusal =>
  refuse('act_not_allowed', 'Somebody has decided about this line already.');

async function decide(
  app: App,
  operator: OperatorCaller,
  line: DecidedLine,
  decision: WaitingDecision,
  bank_line_ids: readonly string[],
  note: string,
): Promise<Refusal | null> {
  const { waiting_line_id } = line;
  const account = await accountOf(app, line.receiving_account_id);
  if (decision === 'other') {
    const claimed = await claimEvidence(app, operator, evidenceOf(app, line, account, note));
    if (claimed !== null) return claimed;
  }
  return await inAccountTurn(app, line.receiving_account_id, async () => {
    const present = await findWaiting(app, waiting_line_id);
    if (present?.decision !== null) return decidedAlready();
    const actor = operatorActor(operator);
    if (decision === 'other') {
      for await (const _ of takeLines(app, actor, account, [givenOf(line, note)]));
      return null;
    }
    const verdict = { waiting_line_id, decision, bank_line_ids, note, actor, at: serviceTime(app) };
    return await app.store.db.transaction(async (tx) => {
      if (!(await decideWaiting(tx, verdict))) return decidedAlready();
      const { action, target, detail } = waitingNote(waiting_line_id, verdict);
      await auditIn(tx, actor, action, target, detail);
      return null;
    });
  });
}

type AskedDecision = { bank_line_ids: readonly string[]; note: string };

async function readDecision(
  app: App,
  line: DecidedLine,
  decision: WaitingDecision,
  raw: RawFields,
): Promise<AskedDecision | Refusal> {
  if (decision === 'other') {
    const asked = readRequest(DECIDE_WAITING.other, raw);
    return isRefusal(asked) ? asked : { ...asked, bank_line_ids: [line.waiting_line_id] };
  }
  const reading = beginReading(DECIDE_WAITING.same, raw);
  const same = await findSame(app, line, reading.values.bank_line_ids ?? null);
  const bank_line_ids = typeof same === 'string' ? [] : same;
  if (typeof same === 'string') reading.wrong('bank_line_ids', 'not_allowed', same);
  const asked = reading.result();
  return isRefusal(asked) ? asked : { ...asked, bank_line_ids };
}

/** `same`: stored lines are this movement. `other`: it is a movement of its own, and counts. */
export async function decideWaitingLine(
  app: App,
  operator: OperatorCaller,
  id: string,
  decision: WaitingDecision,
  raw: RawFields,
): Promise<WaitingLineBody | Refusal> {
  const line = await findWaiting(app, id);
  if (line === undefined) return refuseUnknown();
  const asked = await readDecision(app, line, decision, raw);
  if (isRefusal(asked)) return line.decision === null ? asked : decidedAlready();
  if (line.is_damaged === true && decision === 'other') {
    return refuse('act_not_allowed', 'The personal data of this line cannot be decrypted.');
  }
  if (line.decision !== null) return decidedAlready();
  const problem = await decide(app, operator, line, decision, asked.bank_line_ids, asked.note);
  if (problem !== null) return problem;
  const decided = await findWaiting(app, line.waiting_line_id);
  const [body] = await bodiesOf(app, decided === undefined ? [] : [decided]);
  if (body === undefined) throw new Error('A waiting line is gone');
  return body;
}
