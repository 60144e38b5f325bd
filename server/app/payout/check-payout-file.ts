// What the file of a batch could not carry, while it can still be changed: looked at by people, and
// by the export, which refuses a batch whose file nobody could make.
import type { Debtor, PayoutAttempt, PayoutBatch } from '../../domain/record/payout-attempt.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { FileField, Unwritable } from '../../formats/payout-file/payment-order.ts';
import { FILE_VALUES } from '../../formats/payout-file/payout-layout.ts';
import { now } from '../../store/batch/store.ts';
import { readAllOfBatches } from '../../store/payout/payout-attempts.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import type { App } from '../process/app.ts';
import { iso } from '../request/views.ts';
import type { FileChoice } from './payout-file-choice.ts';
import { unwritableIn } from './payout-files.ts';
import { orderIdsOf } from './payout-items.ts';
import { findPayoutBatch } from './read-payout-batches.ts';

/** The account that pays; a refusal if its number is lost. */
export async function debtorOf(
  app: App,
  batch: PayoutBatch,
  execution_on: string,
): Promise<Debtor | Refusal> {
  const account: ReceivingAccount | undefined = await findAccount(app, batch.receiving_account_id);
  if (account === undefined) throw new Error('The account of a batch is not there');
  if (account.is_damaged === true) {
    return refuse('act_not_allowed', 'The number of its receiving account cannot be decrypted.');
  }
  const { type, number, name, bank_name } = account;
  return { type, number, name, bank_name, execution_on };
}

type Checked = { attempts: PayoutAttempt[]; unwritable: Unwritable[] };

/** The pay-outs that the file would have, and what it cannot carry of them. */
export async function checkBatch(
  app: App,
  batch: PayoutBatch,
  debtor: Debtor,
  choice: Pick<FileChoice, 'write'>,
): Promise<Checked> {
  const { db, cipher } = app.store;
  const { payout_batch_id, message_id, currency, exported_at } = batch;
  const all = await readAllOfBatches(db, cipher, [payout_batch_id]);
  const attempts = all.filter(({ state, sent_at }) =>
    exported_at === null ? state === 'pending' : sent_at !== null,
  );
  const at = exported_at ?? (await now(app.store));
  const facts = { message_id, currency, exported_at: at, debtor };
  return { attempts, unwritable: await unwritableIn(app, facts, attempts, choice) };
}

export type LayoutProblem = {
  /** Null if it is the paying account that the file cannot carry. */
  merchant_id: string | null;
  trade_id: string | null;
  order_id: string | null;
  end_to_end_id: string | null;
  field: FileField;
  problem: string;
};

const OF_ACCOUNT: ReadonlySet<FileField> = new Set(FILE_VALUES);

/** A problem of the paying account is listed once, although every pay-out has it. */
async function problemsOf(app: App, { attempts, unwritable }: Checked): Promise<LayoutProblem[]> {
  const known = new Map(attempts.map((attempt) => [attempt.end_to_end_id, attempt]));
  const lacking = new Set(unwritable.map(({ end_to_end_id }) => end_to_end_id));
  const orders = await orderIdsOf(
    app,
    attempts.filter(({ end_to_end_id }) => lacking.has(end_to_end_id)),
  );
  const told = new Map<string, LayoutProblem>();
  for (const { end_to_end_id, field, problem } of unwritable) {
    const id = OF_ACCOUNT.has(field) ? null : end_to_end_id;
    const { merchant_id = null, trade_id = null } = known.get(id ?? '') ?? {};
    const order_id = orders.get(trade_id ?? '') ?? null;
    const payout = { merchant_id, trade_id, order_id, end_to_end_id: id };
    told.set(`${id} ${field}`, { ...payout, field, problem });
  }
  return [...told.values()];
}

export async function checkPayoutFile(
  app: App,
  id: string,
  choice: FileChoice,
): Promise<{ data: LayoutProblem[] } | Refusal> {
  const found = await findPayoutBatch(app, id);
  if (isRefusal(found)) return found;
  const { batch } = found;
  const today = iso(await now(app.store)).slice(0, 10);
  const debtor = batch.debtor ?? (await debtorOf(app, batch, today));
  if (isRefusal(debtor)) return debtor;
  return { data: await problemsOf(app, await checkBatch(app, batch, debtor, choice)) };
}
