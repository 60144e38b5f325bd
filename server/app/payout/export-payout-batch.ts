// An operator exports a batch and gets its files: as often as they like, always the same bytes.

import { refuseDraftFile } from '../../domain/payout/payout-batch.ts';
import { EXPORT_BATCH } from '../../domain/payout/payout-requests.ts';
import type { PayoutBatch } from '../../domain/record/payout-attempt.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { now } from '../../store/batch/store.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { expectKind } from '../process/writer.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import type { FileChoice } from './payout-file-choice.ts';
import { type ChangedName, changedNamesOf, payoutFileOf } from './payout-files.ts';
import { type PayoutBatchBody, payoutBatchBody } from './payout-views.ts';
import { railOf } from './rails.ts';
import { findPayoutBatch } from './read-payout-batches.ts';

export async function exportPayoutBatch(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<PayoutBatchBody | Refusal> {
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  const at = await now(app.store);
  const asked = readRequest(EXPORT_BATCH, raw, { now: at });
  if (isRefusal(asked)) return asked;
  const { execution_on: asked_execution_on, note } = asked;
  const { payout_batch_id, receiving_account_id, rail } = found.batch;
  const account = await findAccount(app, receiving_account_id);
  if (account === undefined) throw new Error('The account of a batch is not there');
  if (account.is_damaged === true) {
    return refuse('act_not_allowed', 'The number of its receiving account cannot be decrypted.');
  }
  const { type, number, name, bank_name } = account;
  const execution_on = asked_execution_on ?? iso(at).slice(0, 10);
  const answer = await app.writer.submit({
    kind: 'export_payouts',
    command_id: newId(),
    payout_batch_id,
    debtor: { type, number, name, bank_name, execution_on },
    asked_execution_on,
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

/** It contains payees' full numbers, so every reading is recorded in the audit trail. */
export async function getPayoutFile(
  app: App,
  operator: OperatorCaller,
  id: string,
  choice: FileChoice,
): Promise<NamedFile | Refusal> {
  const batch = await exportedBatch(app, id);
  if (isRefusal(batch)) return batch;
  const file = await payoutFileOf(app, batch, choice);
  if (isRefusal(file)) return file;
  const { content, hash } = file;
  const target = `payout_batches/${batch.payout_batch_id}`;
  const detail = { format: choice.key, sha256: hash };
  await audit(app, operatorActor(operator), 'payout_file_read', target, detail);
  const name = `${batch.message_id}.${choice.ending}`;
  return { name, media_type: choice.media_type, sha256: hash, content };
}

export async function listChangedNames(
  app: App,
  id: string,
  choice: FileChoice,
): Promise<{ data: ChangedName[] } | Refusal> {
  const batch = await exportedBatch(app, id);
  return isRefusal(batch) ? batch : { data: await changedNamesOf(app, batch, choice) };
}
