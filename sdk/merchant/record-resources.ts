// Settlements, disputes, and the signed proofs of your book.
import type { CallOptions } from '../api/call-api.ts';
import { atCursor, byCursor, byNumber, type List, listOf } from '../api/pages.ts';
import {
  type BodyOf,
  type CallMerchant,
  type QueryOf,
  type RecordName,
  recordPath,
  type WithMerchant,
  withMerchant,
} from './inputs.ts';
import type {
  BookEntry,
  BookEntryPage,
  Dispute,
  DisputePage,
  DisputeWithMessages,
  Proof,
  ProofKeys,
  ProofPage,
  ProofSummary,
  Settlement,
  SettlementLine,
  SettlementLinePage,
  SettlementPage,
} from './schema.gen.ts';

export function settlementsOf(call: CallMerchant, own: string | undefined) {
  return {
    list: (
      query: QueryOf<'listSettlements'> = {},
      options?: CallOptions,
    ): List<Settlement, SettlementPage> =>
      listOf(
        (cursor: string | undefined) =>
          call(
            'listSettlements',
            { query: { merchant_id: own, ...query, ...atCursor(cursor) } },
            options,
          ),
        byCursor,
      ),
    get: (settlement: RecordName, options?: CallOptions): Promise<Settlement> =>
      call('getSettlement', { path: recordPath(settlement, own) }, options),
    lines: (
      settlement: RecordName,
      query: QueryOf<'listSettlementLines'> = {},
      options?: CallOptions,
    ): List<SettlementLine, SettlementLinePage> =>
      listOf((cursor: string | undefined) => {
        const path = recordPath(settlement, own);
        return call(
          'listSettlementLines',
          { path, query: { ...query, ...atCursor(cursor) } },
          options,
        );
      }, byCursor),
    /** To print: a page of HTML. */
    document: (settlement: RecordName, options?: CallOptions): Promise<Blob> =>
      call('getSettlementDocument', { path: recordPath(settlement, own) }, options),
    csv: (settlement: RecordName, options?: CallOptions): Promise<Blob> =>
      call('getSettlementCsv', { path: recordPath(settlement, own) }, options),
    /** An Excel workbook. */
    workbook: (settlement: RecordName, options?: CallOptions): Promise<Blob> =>
      call('getSettlementWorkbook', { path: recordPath(settlement, own) }, options),
  };
}

/** The service acts once per key, so a call without one gets a key and can be sent again. */
const keyed = <Fields extends { idempotency_key?: string | null }>(fields: Fields) => ({
  ...fields,
  idempotency_key: fields.idempotency_key ?? crypto.randomUUID(),
});

export function disputesOf(call: CallMerchant, own: string | undefined) {
  const step =
    (name: 'acceptDispute' | 'withdrawDispute' | 'appealDispute') =>
    (dispute: RecordName, options?: CallOptions): Promise<Dispute> => {
      const named = typeof dispute === 'string' ? { id: dispute } : dispute;
      return call(name, { body: withMerchant(named, own) }, options);
    };
  return {
    list: (
      query: QueryOf<'listDisputes'> = {},
      options?: CallOptions,
    ): List<Dispute, DisputePage> =>
      listOf(
        (cursor: string | undefined) =>
          call(
            'listDisputes',
            { query: { merchant_id: own, ...query, ...atCursor(cursor) } },
            options,
          ),
        byCursor,
      ),
    get: (dispute: RecordName, options?: CallOptions): Promise<DisputeWithMessages> =>
      call('getDispute', { path: recordPath(dispute, own) }, options),
    open: (dispute: BodyOf<'openDispute'>, options?: CallOptions): Promise<Dispute> =>
      call('openDispute', { body: withMerchant(keyed(dispute), own) }, options),
    message: (message: BodyOf<'messageDispute'>, options?: CallOptions): Promise<Dispute> =>
      call('messageDispute', { body: withMerchant(keyed(message), own) }, options),
    /** You bear the contested amount. Never sent again by itself, like the two below. */
    accept: step('acceptDispute'),
    withdraw: step('withdrawDispute'),
    appeal: step('appealDispute'),
    /** A picture: PNG, JPEG or WebP. The same file is sent once. */
    sendFile: (
      dispute: RecordName,
      file: Blob,
      query: QueryOf<'sendDisputeFile'> = {},
      options?: CallOptions,
    ): Promise<Dispute> =>
      call('sendDisputeFile', { path: recordPath(dispute, own), query, body: file }, options),
    downloadFile: (
      file: WithMerchant<{ dispute_id: string; id: string }>,
      options?: CallOptions,
    ): Promise<Blob> => {
      const { dispute_id: id, id: file_id, ...merchant } = file;
      const path = { ...recordPath({ id, ...merchant }, own), file: file_id };
      return call('downloadDisputeFile', { path }, options);
    },
  };
}

/** Of your own book; `merchant_id` if the client has none of its own. */
export type BookQuery<Query> = WithMerchant<Query>;

export function proofsOf(call: CallMerchant, own: string | undefined) {
  return {
    /** The daily proofs that include your book, newest first. */
    list: (
      { merchant_id = own, ...query }: BookQuery<QueryOf<'listProofs'>> = {},
      options?: CallOptions,
    ): List<ProofSummary, ProofPage> =>
      listOf((cursor: string | undefined) => {
        const path = { merchant_id: merchant_id ?? '' };
        return call('listProofs', { path, query: { ...query, ...atCursor(cursor) } }, options);
      }, byCursor),
    /** Of a day, as in `2026-11-20`, or the `latest`; check it with `verifyProof`. */
    get: (day: string, merchant_id = own, options?: CallOptions): Promise<Proof> =>
      call('getProof', { path: { merchant_id: merchant_id ?? '', day } }, options),
    /** The entries of your book, in order. */
    entries: (
      { merchant_id = own, ...query }: BookQuery<QueryOf<'listBookEntries'>> = {},
      options?: CallOptions,
    ): List<BookEntry, BookEntryPage> =>
      listOf((after: number | undefined) => {
        const path = { merchant_id: merchant_id ?? '' };
        const asked = after === undefined ? query : { ...query, after };
        return call('listBookEntries', { path, query: asked }, options);
      }, byNumber),
    /** Get the key that you trust by another way than this one. */
    keys: (options?: CallOptions): Promise<ProofKeys> => call('listProofKeys', {}, options),
  };
}
