// Scripted faults: a developer asks for them, and they happen to the next requests or callbacks.
import type { RawFields } from '../../domain/request/read-request.ts';
import type { SandboxFault } from '../../domain/sandbox/sandbox-faults.ts';
import { SET_FAULT } from '../../domain/sandbox/sandbox-requests.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { putSandboxFault, takeSandboxFault } from '../../store/sandbox/sandbox-faults.ts';
import type { App } from '../process/app.ts';
import type { Settings } from '../process/settings-cache.ts';
import type { Caller } from '../request/caller.ts';
import { readOwn } from '../request/read-own.ts';

export type SandboxFaultBody = { fault: SandboxFault; times_left: number };

export async function setSandboxFault(
  app: App,
  caller: Caller,
  body: RawFields,
): Promise<SandboxFaultBody | Refusal> {
  const asked = readOwn(caller, SET_FAULT, body);
  if (isRefusal(asked)) return asked;
  const { merchant_id, fault, times: times_left } = asked;
  const { token_id } = caller.token;
  await app.store.db.transaction(async (tx) => {
    await bumpSettingsVersion(tx);
    await putSandboxFault(tx, { merchant_id, token_id, fault, times_left });
  });
  await app.settings.refresh();
  return { fault, times_left };
}

const hasApiFault = ({ sandbox_faults }: Settings, { token }: Caller): boolean =>
  sandbox_faults.has(`${token.token_id}/api_unavailable`);

/** False if the settings are known and tell of no fault: then nothing has to be awaited. */
export function mayHaveApiFault(app: App, caller: Caller): boolean {
  const settings = app.settings.fresh();
  return settings === null || hasApiFault(settings, caller);
}

/** True if this request is to fail; the settings say whether asking the database is worth it. */
export async function takeApiFault(app: App, caller: Caller): Promise<boolean> {
  const settings = app.settings.fresh() ?? (await app.settings.current());
  if (!hasApiFault(settings, caller)) return false;
  const { merchant_id } = caller.merchant;
  const { token_id } = caller.token;
  return await takeSandboxFault(app.store.db, { merchant_id, token_id, fault: 'api_unavailable' });
}

export async function takeCallbackFault(app: App, merchant_id: string): Promise<boolean> {
  const { sandbox_faults } = app.settings.fresh() ?? (await app.settings.current());
  if (!sandbox_faults.has(`${merchant_id}/callbacks_fail`)) return false;
  const asked = { merchant_id, token_id: null, fault: 'callbacks_fail' as const };
  return await takeSandboxFault(app.store.db, asked);
}
