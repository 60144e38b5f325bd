// Operators and merchants send a file with a message about a dispute.
import { SEND_FILE } from '../../domain/dispute/dispute-requests.ts';
import type { Dispute } from '../../domain/record/dispute-record.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { App } from '../process/app.ts';
import {
  type Caller,
  merchantActor,
  type OperatorCaller,
  partyActor,
  refuseOtherMerchant,
} from '../request/caller.ts';
import {
  type DisputeBody,
  disputeBody,
  type OperatorDisputeBody,
  shownDispute,
} from '../request/dispute-view.ts';
import { tradeById } from '../trade/find-trade.ts';
import { bytesOfUpload, refuseFile, sendDisputeFile } from './dispute-files.ts';
import { findDispute, type Submitted } from './submit-dispute.ts';

type CaptionQuery = QueryTexts<(typeof SEND_FILE)['operator']>;

type Sender = { actor: Requester; shape: (typeof SEND_FILE)['operator'] };

/** As it is now: the same file again is not sent twice. */
async function asItIs(app: App, { merchant_id, dispute_id }: Dispute): Promise<Submitted> {
  const dispute = await findDispute(app, merchant_id, dispute_id);
  const trade = dispute === null ? null : await tradeById(app, merchant_id, dispute.trade_id);
  if (dispute === null || trade === null) throw new Error(`Dispute ${dispute_id} is gone`);
  return { dispute, trade, found: true };
}

async function send(
  app: App,
  path: { merchant_id: string; id: string },
  { actor, shape }: Sender,
  query: CaptionQuery,
  upload: AsyncIterable<Uint8Array>,
): Promise<Submitted | Refusal> {
  const caption = readFilters(shape, query);
  if (isRefusal(caption)) return caption;
  const dispute = await findDispute(app, path.merchant_id, path.id);
  if (dispute === null) return refuseUnknown();
  const bytes = await bytesOfUpload(upload);
  if (isRefusal(bytes)) return bytes;
  const sent = await sendDisputeFile(app, dispute, { actor, ...caption }, bytes);
  if (sent === 'sent') return await asItIs(app, dispute);
  return 'problem' in sent ? refuseFile(sent.problem) : sent;
}

export async function sendFileAsOperator(
  app: App,
  operator: OperatorCaller,
  path: { merchant_id: string; id: string },
  query: CaptionQuery,
  upload: AsyncIterable<Uint8Array>,
): Promise<OperatorDisputeBody | Refusal> {
  const shape = SEND_FILE[operator.merchant_id === null ? 'operator' : 'merchant'];
  const sender = { actor: partyActor(operator), shape };
  const sent = await send(app, path, sender, query, upload);
  return isRefusal(sent) ? sent : shownDispute(operator, sent);
}

export async function sendOwnDisputeFile(
  app: App,
  caller: Caller,
  { merchant, uuid }: { merchant: string; uuid: string },
  query: CaptionQuery,
  file: Uint8Array,
): Promise<DisputeBody | Refusal> {
  const merchant_id = parseUuid(merchant);
  const refused = merchant_id === null ? refuseUnknown() : refuseOtherMerchant(caller, merchant_id);
  if (refused !== null || merchant_id === null) return refused ?? refuseUnknown();
  const sender = { actor: merchantActor(caller), shape: SEND_FILE.merchant };
  const sent = await send(app, { merchant_id, id: uuid }, sender, query, piecesOf(file));
  return isRefusal(sent) ? sent : disputeBody(sent.dispute, sent.trade);
}

async function* piecesOf(file: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(file);
}
