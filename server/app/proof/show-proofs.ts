// Shows signed proofs: to a merchant the part of its own book with the path to the signed root, to
// operators everything.

import type { PathStep } from '../../domain/proof/proof-tree.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { dayStart } from '../../domain/values/day.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readEntries } from '../../store/ledger/ledger-lists.ts';
import {
  type ProofRow,
  readHeads,
  readOwnProof,
  readProofOfDay,
  selectProofs,
} from '../../store/proof/proof-rows.ts';
import { type EntryBody, entryBody } from '../ledger/list-ledger.ts';
import type { App } from '../process/app.ts';
import type { Caller } from '../request/caller.ts';
import {
  NUMBER_FORM,
  type Page,
  pageOf,
  readCount,
  readLimit,
  readPage,
  refuseTogether,
} from '../request/paging.ts';
import { iso } from '../request/views.ts';
import { publicKeyOf } from './proof-keys.ts';

export type ProofSummary = { number: number; day: string; hash: string; made_at: string };

export const summaryOf = (
  row: Pick<ProofRow, 'proof_number' | 'day' | 'proof_hash' | 'made_at'>,
): ProofSummary => ({
  number: Number(row.proof_number),
  day: row.day,
  hash: row.proof_hash.toString('hex'),
  made_at: iso(row.made_at),
});

type Signed = { statement: string; signature: string; public_key: string };
/** What a book's owner needs to check it, without anybody else's figures. */
export type OwnProofBody = Signed & { leaf: string; path: readonly PathStep[] };
/** All leaves: the totals first, then every book. */
export type WholeProofBody = Signed & { leaves: string[] };

type SignedRow = Pick<ProofRow, 'statement' | 'signature' | 'key_id'>;

async function signedPart(app: App, proof: SignedRow): Promise<Signed> {
  return {
    statement: proof.statement,
    signature: proof.signature.toString('base64url'),
    public_key: await publicKeyOf(app, proof.key_id),
  };
}

/** Null: the newest; undefined: not a valid day. */
function dayAsked(day: string): string | null | undefined {
  if (day === 'latest') return null;
  return dayStart(day) === null ? undefined : day;
}

type Paging = { cursor?: string | undefined; limit?: string | undefined };

async function pageOfProofs(
  app: App,
  book: string | null,
  query: Paging,
): Promise<Page<ProofSummary> | Refusal> {
  const page = readPage(query, [NUMBER_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const [number] = cursor ?? [];
  const before = number === undefined ? null : BigInt(number);
  const found = await selectProofs(app.store.db, { book, before, limit: limit + 1 });
  return pageOf(found.map(summaryOf), limit, (proof) => [proof.number]);
}

export const listAllProofs = (app: App, query: Paging) => pageOfProofs(app, null, query);

const isOwn = (caller: Caller, merchant_id: string) =>
  parseUuid(merchant_id) === caller.merchant.merchant_id;

export async function listOwnProofs(
  app: App,
  caller: Caller,
  merchant_id: string,
  query: Paging,
): Promise<Page<ProofSummary> | Refusal> {
  if (!isOwn(caller, merchant_id)) return refuseUnknown();
  return await pageOfProofs(app, caller.merchant.merchant_id, query);
}

function noProofYet(): Refusal {
  return refuse(
    'no_proof_yet',
    'No proof with your book has been signed yet. The next one is signed after midnight UTC.',
  );
}

function beforeTheBook(day: string): Refusal {
  return refuse('not_found', `The proof of ${day} was signed before your book was opened.`);
}

export async function getOwnProof(
  app: App,
  caller: Caller,
  path: { merchant_id: string; day: string },
): Promise<OwnProofBody | Refusal> {
  if (!isOwn(caller, path.merchant_id)) return refuseUnknown();
  const day = dayAsked(path.day);
  if (day === undefined) return refuseUnknown();
  const { db } = app.store;
  const found = await readOwnProof(db, caller.merchant.merchant_id, day);
  if (found === null) return day === null ? noProofYet() : refuseUnknown();
  if (found.head === null) return day === null ? noProofYet() : beforeTheBook(day);
  const steps = await app.proof_trees.pathOf(db, found);
  return { ...(await signedPart(app, found)), leaf: found.head, path: steps };
}

/** More than any service has: all heads go into one answer. */
const MOST_HEADS = 1_000_000;

export async function getWholeProof(app: App, day: string): Promise<WholeProofBody | Refusal> {
  const asked = dayAsked(day);
  const proof = asked === undefined ? null : await readProofOfDay(app.store.db, asked);
  if (proof === null) return refuseUnknown();
  const heads = await readHeads(app.store.db, proof.proof_number, 0, MOST_HEADS);
  const leaves = [proof.totals, ...heads.map((head) => head.head)];
  return { ...(await signedPart(app, proof)), leaves };
}

export type EntryFeed = { data: EntryBody[]; next_after: number; has_more: boolean };

/** A merchant's own entries in order, starting after a number: the chain that its heads end. */
export async function listOwnEntries(
  app: App,
  caller: Caller,
  merchant_id: string,
  query: { after?: string | undefined; limit?: string | undefined },
): Promise<EntryFeed | Refusal> {
  if (!isOwn(caller, merchant_id)) return refuseUnknown();
  const after = readCount('after', query.after, 0);
  const limit = readLimit(query.limit);
  if (isRefusal(after) || isRefusal(limit)) return refuseTogether([after, limit]);
  const book = caller.merchant.merchant_id;
  const found = await readEntries(app.store.db, book, BigInt(after), limit + 1);
  const data = found.slice(0, limit).map(entryBody);
  return { data, next_after: data.at(-1)?.number ?? after, has_more: found.length > limit };
}
