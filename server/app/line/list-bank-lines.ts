// Operators list bank lines, and the lines in suspense with the trades that they may belong to.

import { FIND_LINES } from '../../domain/line/line-requests.ts';
import { evidenceInWords, lineExplanation } from '../../domain/line/line-words.ts';
import { WORD_FIELDS } from '../../domain/line/search-words.ts';
import { bookedWithin, type SuspenseAge } from '../../domain/line/suspense-age.ts';
import type { LineRecord } from '../../domain/record/bank-line.ts';
import { hasSharedId } from '../../domain/record/line-identity.ts';
import { timesOf } from '../../domain/request/filter-fields.ts';
import { beginReading, type RequestReading } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { maskHalf } from '../../domain/values/masking.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { hashesOfQuery } from '../../store/line/line-words.ts';
import { type LineFilter, selectLines } from '../../store/line/select-lines.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { namesOfOrders, type OrderName, type OrderNames } from '../request/order-names.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso } from '../request/views.ts';
import { finishLineWords } from './make-line-words.ts';

const masked = (number: string | null) => (number === null ? null : maskHalf(number));

export function bankLineBody({ line, outcome }: LineRecord, nameOf: OrderNames) {
  return {
    id: line.bank_line_id,
    receiving_account_id: line.receiving_account_id,
    currency: line.currency,
    amount_cents: Number(line.amount_cents),
    booked_at: line.booked_exactly ? iso(line.booked_at) : iso(line.booked_at).slice(0, 10),
    utr: line.utr,
    text: line.text,
    damaged: line.is_damaged === true,
    erased: line.is_erased === true,
    bank_id: line.bank_id,
    bank_id_shared: hasSharedId(line),
    statement_id: line.statement_id,
    counterparty_name: line.counterparty_name,
    counterparty_number: masked(line.counterparty_number),
    purpose: line.purpose,
    end_to_end_id: line.end_to_end_id,
    return_reason: line.return_reason,
    source: line.source,
    parent_line_id: line.parent_line_id,
    received_at: iso(line.received_at),
    status: outcome.status,
    merchant_id: outcome.merchant_id,
    trade_id: outcome.trade_id,
    ...nameOf(outcome),
    reason: outcome.reason,
    explanation: lineExplanation(outcome.reason),
    candidates: outcome.candidates.map((candidate) => ({
      ...candidate,
      ...nameOf(candidate),
      explanation: `has ${evidenceInWords(candidate.evidence)}`,
    })),
    decided_at: iso(outcome.decided_at),
  };
}

export type BankLineBody = ReturnType<typeof bankLineBody>;

/** Of the trades that the lines paid, and of those that they may belong to. */
export const namesInLines = (app: App, records: readonly LineRecord[]): Promise<OrderNames> =>
  namesOfOrders(
    app,
    records.flatMap(({ outcome }) => [outcome, ...outcome.candidates]),
  );

export async function bankLineBodies(
  app: App,
  records: readonly LineRecord[],
): Promise<BankLineBody[]> {
  const nameOf = await namesInLines(app, records);
  return records.map((record) => bankLineBody(record, nameOf));
}

export type LineQuery = QueryTexts<typeof FIND_LINES> & PageQuery;

/** The first two bounds are of an age group, the others as given: both must hold. */
function bookedBetween(
  age: SuspenseAge | null,
  given: { from: number | null; to: number | null },
  now: number,
) {
  const group = age === null ? null : bookedWithin(age, now);
  const bounds = (one: number | null | undefined, other: number | null) =>
    [one, other].filter((bound) => typeof bound === 'number');
  const from = bounds(group?.booked_from, given.from);
  const to = bounds(group?.booked_to, given.to);
  return {
    booked_from: from.length === 0 ? null : Math.max(...from),
    booked_to: to.length === 0 ? null : Math.min(...to),
  };
}

/** The hashes of all words that are looked for; null if none are. */
function readWords(
  reading: RequestReading<typeof FIND_LINES.fields>,
  cipher: Cipher,
): bigint[] | null {
  const found = WORD_FIELDS.flatMap((field) => {
    const text = reading.values[field] ?? null;
    if (text === null) return [];
    const hashes = hashesOfQuery(cipher, field, text);
    if (hashes.length > 0) return hashes;
    reading.wrong(field, 'format', 'must have a word of at least two letters or digits');
    return [];
  });
  return found.length === 0 ? null : found;
}

/** What the query looks for, before paging; a refusal names what is wrong with it. */
function readFilter(app: App, query: LineQuery) {
  const reading = beginReading(FIND_LINES, { fields: query, errors: [] });
  const words = readWords(reading, app.store.cipher);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { receiving_account_id, statement_id, status, age, utr } = asked;
  const { amount_cents, amount_min_cents, amount_max_cents } = asked;
  return {
    ...{ receiving_account_id, statement_id, status, utr },
    ...{ amount_cents, amount_min_cents, amount_max_cents },
    ...bookedBetween(age, timesOf(asked), serviceTime(app)),
    words,
  };
}

/** A search by words waits until it can find every line; otherwise a refusal. */
async function finishWords(app: App, { words }: { words: readonly bigint[] | null }) {
  return words === null ? null : await finishLineWords(app);
}

/** With the order that it paid. */
export type NamedLine = LineRecord & OrderName;

const PAGE_OF_FILE = 500;

async function* pagesFrom(app: App, filter: Omit<LineFilter, 'before' | 'limit'>) {
  let before: string | null = null;
  do {
    const asked: LineFilter = { ...filter, before, limit: PAGE_OF_FILE };
    const page: LineRecord[] = await selectLines(app.store.db, app.store.cipher, asked);
    const nameOf = await namesOfOrders(
      app,
      page.map(({ outcome }) => outcome),
    );
    yield page.map((record) => ({ ...record, ...nameOf(record.outcome) }));
    before = page.length < PAGE_OF_FILE ? null : (page.at(-1)?.line.bank_line_id ?? null);
  } while (before !== null);
}

/** All lines of a search, page by page, for a file. */
export async function pagesOfBankLines(
  app: App,
  query: LineQuery,
): Promise<AsyncGenerator<NamedLine[]> | Refusal> {
  const filter = readFilter(app, query);
  if (isRefusal(filter)) return filter;
  return (await finishWords(app, filter)) ?? pagesFrom(app, filter);
}

export async function listBankLines(
  app: App,
  query: LineQuery,
): Promise<Page<BankLineBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilter(app, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const refused = await finishWords(app, filters);
  if (refused !== null) return refused;
  const asked = { ...filters, before: cursor?.[0] ?? null, limit: limit + 1 };
  const found = await selectLines(app.store.db, app.store.cipher, asked);
  return pageOf(await bankLineBodies(app, found), limit, (line) => [line.id]);
}
