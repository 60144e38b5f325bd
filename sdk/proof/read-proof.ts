// Reads a proof document: checks the form of everything before it is used.
import type {
  PathStep,
  ProofBalance,
  ProofDocument,
  ProofEntry,
  ProofHead,
  ProofStatement,
  ProofTotals,
} from './proof-document.ts';
import { demand } from './proof-problem.ts';

type Fields = Readonly<Record<string, unknown>>;

const HASH = /^[0-9a-f]{64}$/;
const AMOUNT = /^-?\d{1,30}$/;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || isText(value);
const isHash = (value: unknown): boolean => isText(value) && HASH.test(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isListOf = (value: unknown, isItem: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isItem);

/** Undefined if it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function parse(text: string, what: string): Fields {
  const value = parsed(text);
  demand(isFields(value), 'malformed', `${what} is not a JSON object`);
  return value;
}

const isStep = (value: unknown): value is PathStep =>
  isFields(value) && (value.side === 'left' || value.side === 'right') && isHash(value.hash);

const isBalance = (value: unknown): value is ProofBalance =>
  isFields(value) &&
  isText(value.account) &&
  isText(value.currency) &&
  isText(value.balance_cents) &&
  AMOUNT.test(value.balance_cents);

export function isDocument(value: unknown): value is ProofDocument {
  if (!isFields(value)) return false;
  const is_signed = [value.statement, value.signature, value.public_key].every(isText);
  const is_own = isText(value.leaf) && isListOf(value.path, isStep);
  const is_whole = isListOf(value.leaves, isText) && (value.leaves as unknown[]).length >= 2;
  return is_signed && is_own !== is_whole;
}

const VERSION = 1;

export function readProofStatement(text: string): ProofStatement {
  const fields = parse(text, 'The statement');
  const is_ours = fields.document === 'payment-orders/proof' && fields.version === VERSION;
  demand(is_ours, 'malformed', `This is not a proof of version ${VERSION}`);
  const { number, day, taken_at, root, previous_hash, key_id } = fields;
  const is_whole =
    isCount(number) &&
    [day, taken_at].every(isText) &&
    [root, previous_hash].every(isHash) &&
    isCount(key_id);
  demand(is_whole, 'malformed', 'The statement is incomplete');
  return { number, day, taken_at, root, previous_hash, key_id } as ProofStatement;
}

export function readHead(text: string): ProofHead {
  const { book, number, hash, balances } = parse(text, 'A head');
  const is_head = isText(book) && isCount(number) && isHash(hash) && isListOf(balances, isBalance);
  demand(is_head, 'malformed', 'A head is incomplete');
  return { book, number, hash, balances } as ProofHead;
}

export function readTotals(text: string): ProofTotals {
  const { totals } = parse(text, 'The totals');
  demand(isFields(totals), 'malformed', 'The first leaf is not that of the totals');
  const { books, entries, balances, audit } = totals;
  const is_whole =
    isCount(books) &&
    isCount(entries) &&
    isListOf(balances, isBalance) &&
    isFields(audit) &&
    isCount(audit.number) &&
    isHash(audit.hash);
  demand(is_whole, 'malformed', 'The totals are incomplete');
  return { books, entries, balances, audit } as ProofTotals;
}

const isPosting = (value: unknown): boolean =>
  isFields(value) &&
  isText(value.account) &&
  isText(value.currency) &&
  Number.isSafeInteger(value.amount_cents);

export function isEntry(value: unknown): value is ProofEntry {
  return (
    isFields(value) &&
    isText(value.book) &&
    isCount(value.number) &&
    isText(value.act) &&
    [value.trade_id, value.bank_line_id, value.adjustment_id].every(isTextOrNull) &&
    isListOf(value.postings, isPosting) &&
    isText(value.entered_at) &&
    isHash(value.hash)
  );
}
