// Scripted faults: a developer asks for them, and they happen to the next requests or callbacks.
import {
  FAULT_TIMES_MAX,
  SANDBOX_FAULT_NAMES,
  type SandboxFault,
} from '../../domain/sandbox/sandbox-faults.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { putSandboxFault, takeSandboxFault } from '../../store/sandbox/sandbox-faults.ts';
import type { App } from '../process/app.ts';
import { type Caller, refuseOtherMerchant } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';

export type SandboxFaultBody = { fault: SandboxFault; times_left: number };

const ORDER = ['merchant_id', 'fault', 'times'];

export async function setSandboxFault(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<SandboxFaultBody | Refusal> {
  const reader = readFields(body, ORDER);
  const merchant_id = reader.uuid('merchant_id');
  const fault = reader.choice('fault', SANDBOX_FAULT_NAMES, true);
  const times_left = reader.optionalInteger('times') ?? 1;
  if (times_left < 0 || times_left > FAULT_TIMES_MAX) {
    reader.wrong('times', 'range', `must be from 0 (no longer) to ${FAULT_TIMES_MAX}`);
  }
  const refused = refuseOtherMerchant(caller, merchant_id) ?? reader.refusal();
  if (refused !== null) return refused;
  if (fault === null) throw new Error('A missing fault was not refused');
  const { token_id } = caller.token;
  await app.store.db.transaction(async (tx) => {
    await bumpSettingsVersion(tx);
    await putSandboxFault(tx, { merchant_id, token_id, fault, times_left });
  });
  await app.settings.refresh();
  return { fault, times_left };
}

/** True if this request is to fail; the settings say whether asking the database is worth it. */
export async function takeApiFault(app: App, { merchant, token }: Caller): Promise<boolean> {
  const { sandbox_faults } = app.settings.fresh() ?? (await app.settings.current());
  const { token_id } = token;
  if (!sandbox_faults.has(`${token_id}/api_unavailable`)) return false;
  const { merchant_id } = merchant;
  return await takeSandboxFault(app.store.db, { merchant_id, token_id, fault: 'api_unavailable' });
}

export async function takeCallbackFault(app: App, merchant_id: string): Promise<boolean> {
  const { sandbox_faults } = app.settings.fresh() ?? (await app.settings.current());
  if (!sandbox_faults.has(`${merchant_id}/callbacks_fail`)) return false;
  const asked = { merchant_id, token_id: null, fault: 'callbacks_fail' as const };
  return await takeSandboxFault(app.store.db, asked);
}
