// An operator exports a batch and gets its files: as often as they like, always the same bytes.

import { refuseDraftFile } from '../../domain/payout/payout-batch.ts';
import type { Debtor, PayoutBatch } from '../../domain/record/payout-attempt.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import { noteHanded } from '../../store/payout/payout-batches.ts';
import type { App } from '../process/app.ts';
import { newId, sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { expectKind } from '../process/writer.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { checkBatch, debtorOf } from './check-payout-file.ts';
import { chooseExported, type FileChoice, refuseUnwritable } from './payout-file-choice.ts';
import { type ChangedName, changedNamesOf, payoutFileOf } from './payout-files.ts';
import { type PayoutBatchBody, payoutBatchBody } from './payout-views.ts';
import { railOf } from './rails.ts';
import { findPayoutBatch } from './read-payout-batches.ts';

/**
 * The attempts whose file was checked; null if the batch was exported before. A batch whose file
 * could not be made stays a draft: from a draft pay-outs can still be put back.
 */
async function checkedAttempts(
  app: App,
  batch: PayoutBatch,
  debtor: Debtor,
  choice: FileChoice,
): Promise<readonly string[] | null | Refusal> {
  if (batch.exported_at !== null) return null;
  const { attempts, unwritable } = await checkBatch(app, batch, debtor, choice);
  if (unwritable.length > 0) return refuseUnwritable(choice.asked_by, unwritable);
  return attempts.map(({ payout_attempt_id }) => payout_attempt_id);
}

export async function exportPayoutBatch(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PayoutBatchBody | Refusal> {
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  const at = await now(app.store);
  const asked = chooseExported(raw, at);
  if (isRefusal(asked)) return asked;
  const { execution_on: asked_execution_on, note } = asked;
  const { payout_batch_id, rail } = found.batch;
  const execution_on = asked_execution_on ?? iso(at).slice(0, 10);
  const debtor = await debtorOf(app, found.batch, execution_on);
  if (isRefusal(debtor)) return debtor;
  const checked_attempts = await checkedAttempts(app, found.batch, debtor, asked.choice);
  if (isRefusal(checked_attempts)) return checked_attempts;
  const answer = await app.writer.submit({
    kind: 'export_payouts',
    command_id: newId(),
    payout_batch_id,
    debtor,
    asked_execution_on,
    checked_attempts,
    actor: operatorActor(operator),
    audit: {
      action: 'payout_batch_exported',
      target: `payout_batches/${payout_batch_id}`,
      detail: { execution_on, note },
    },
  });
  const result = expectKind(answer, 'payout_batch');
  if (isRefusal(result)) return result;
  await railOf(rail).prepare(app, result.batch);
  const after = await findPayoutBatch(app, id);
  return isRefusal(after) ? after : payoutBatchBody(after);
}

/** An exported batch; a draft has no file yet. */
async function exportedBatch(app: App, id: string): Promise<PayoutBatch | Refusal> {
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  return refuseDraftFile(found.batch) ?? found.batch;
}

export type NamedFile = { name: string; media_type: string; sha256: string; content: string };

/** Enough to see whether the columns are right, and no file that a bank would take. */
const PREVIEW_CHARACTERS = 4_000;

/**
 * It contains payees' full numbers, so every reading is recorded in the audit trail. Whoever reads
 * all of it can give it to the bank.
 */
export async function getPayoutFile(
  app: App,
  operator: OperatorCaller,
  id: string,
  choice: FileChoice,
  preview = false,
): Promise<NamedFile | Refusal> {
  const batch = await exportedBatch(app, id);
  if (isRefusal(batch)) return batch;
  const file = await payoutFileOf(app, batch, choice);
  if (isRefusal(file)) return file;
  const { hash } = file;
  const content = preview ? file.content.slice(0, PREVIEW_CHARACTERS) : file.content;
  const { payout_batch_id } = batch;
  const target = `payout_batches/${payout_batch_id}`;
  const detail = { format: choice.key, sha256: hash, ...(preview ? { preview } : {}) };
  await app.store.db.transaction(async (tx) => {
    if (!preview) await noteHanded(tx, payout_batch_id, serviceTime(app));
    await auditIn(tx, operatorActor(operator), 'payout_file_read', target, detail);
  });
  const name = `${batch.message_id}.${choice.ending}`;
  return { name, media_type: choice.media_type, sha256: sha256Hex(content), content };
}

export async function listChangedNames(
  app: App,
  id: string,
  choice: FileChoice,
): Promise<{ data: ChangedName[] } | Refusal> {
  const batch = await exportedBatch(app, id);
  return isRefusal(batch) ? batch : { data: await changedNamesOf(app, batch, choice) };
}
