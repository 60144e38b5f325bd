// Opens a file of a dispute for somebody who may see its message, and removes one; each is in the
// audit trail.

import { REMOVE_FILE } from '../../domain/dispute/dispute-requests.ts';
import {
  MESSAGE_VISIBILITIES,
  type MessageVisibility,
  SEEN_BY,
} from '../../domain/record/dispute-message.ts';
import type { Requester } from '../../domain/record/proposal.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { CONTENT_TYPES, ENDINGS } from '../../lib/picture/picture-content.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { now } from '../../store/batch/store.ts';
import {
  type DisputeFileKey,
  deleteDisputeContent,
  deleteUnsentFiles,
  type FileOfMessage,
  readDisputeFile,
  readSentFile,
  removeOldDisputeFiles,
} from '../../store/dispute/dispute-files.ts';
import type { App } from '../process/app.ts';
import { audit, auditIn } from '../request/audit.ts';
import {
  type Caller,
  merchantActor,
  type OperatorCaller,
  operatorActor,
  partyActor,
  SERVICE,
} from '../request/caller.ts';
import { ageLimit } from '../request/ended-by-age.ts';
import type { ReceiptFile } from '../trade/receipts.ts';
import { disputeTarget } from './submit-dispute.ts';

type Path = { merchant_id: string; id: string; file_id: string };

type Found = DisputeFileKey & FileOfMessage;

/** The same refusal if the reader may not see the message that it came with. */
async function findFile(
  app: App,
  path: Path,
  seen: readonly MessageVisibility[],
): Promise<Found | Refusal> {
  const [merchant_id, dispute_id] = [parseUuid(path.merchant_id), parseUuid(path.id)];
  const file_id = parseUuid(path.file_id);
  if (merchant_id === null || dispute_id === null || file_id === null) return refuseUnknown();
  const sent = await readSentFile(app.store.db, { merchant_id, file_id });
  const is_here = sent?.dispute_id === dispute_id && seen.includes(sent.visibility);
  return is_here ? { merchant_id, file_id, ...sent } : refuseUnknown();
}

/** The audit record is written before the file is shown. */
async function openFile(
  app: App,
  actor: Requester,
  path: Path,
  seen: readonly MessageVisibility[],
): Promise<ReceiptFile | Refusal> {
  const found = await findFile(app, path, seen);
  if (isRefusal(found)) return found;
  const bytes = await readDisputeFile(app.store.db, app.store.cipher, found);
  if (bytes === null) return refuseUnknown();
  const { file_id, file_type } = found;
  await audit(app, actor, 'dispute_file_downloaded', disputeTarget(found), { file_id });
  return {
    name: `dispute-${file_id}.${ENDINGS[file_type]}`,
    content_type: CONTENT_TYPES[file_type],
    bytes,
  };
}

export const downloadDisputeFile = (
  app: App,
  operator: OperatorCaller,
  path: Path,
): Promise<ReceiptFile | Refusal> =>
  openFile(
    app,
    partyActor(operator),
    path,
    operator.merchant_id === null ? MESSAGE_VISIBILITIES : SEEN_BY.merchant,
  );

export async function downloadOwnDisputeFile(
  app: App,
  caller: Caller,
  { merchant, uuid, file }: { merchant: string; uuid: string; file: string },
): Promise<ReceiptFile | Refusal> {
  if (parseUuid(merchant) !== caller.merchant.merchant_id) return refuseUnknown();
  const path = { merchant_id: merchant, id: uuid, file_id: file };
  return await openFile(app, merchantActor(caller), path, SEEN_BY.merchant);
}

export type RemovedFileBody = { id: string; removed: boolean };

/** The content is deleted for good; the message with which it came stays. */
export async function removeDisputeFile(
  app: App,
  operator: OperatorCaller,
  path: Path,
  fields: RawFields,
): Promise<RemovedFileBody | Refusal> {
  const asked = readRequest(REMOVE_FILE, fields);
  if (isRefusal(asked)) return asked;
  const found = await findFile(app, path, MESSAGE_VISIBILITIES);
  if (isRefusal(found)) return found;
  const { file_id } = found;
  const at = await now(app.store);
  await app.store.db.transaction(async (tx) => {
    if (!(await deleteDisputeContent(tx, found, at))) return;
    const detail = { file_id, reason: asked.reason };
    const target = disputeTarget(found);
    await auditIn(tx, operatorActor(operator), 'dispute_file_removed', target, detail);
  });
  return { id: file_id, removed: true };
}

const MOST_AT_ONCE = 100;

/** Deletes files past their time, and those that were never sent; returns how many. */
export async function expireDisputeFiles(app: App): Promise<number> {
  const at = await now(app.store);
  const given_before = await ageLimit(app, 'dispute_files', at);
  return await app.store.db.transaction(async (tx) => {
    const removed =
      given_before === null ? 0 : await removeOldDisputeFiles(tx, given_before, at, MOST_AT_ONCE);
    const unsent = await deleteUnsentFiles(tx, at - DAY_MS - HOUR_MS, at - HOUR_MS);
    if (removed > 0) await auditIn(tx, SERVICE, 'dispute_files_expired', 'disputes', { removed });
    return removed + unsent;
  });
}
