// The account to which a merchant's settlements are paid; an operator sets it.

import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import {
  PUT_SETTLEMENT_ACCOUNT,
  settlementPayee,
} from '../../domain/settlement/settlement-requests.ts';
import { readSettlementAccount } from '../../store/settlement/settlement-accounts.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { type SettlementAccountBody, settlementAccountBody } from './settlement-view.ts';

export async function putSettlementAccount(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<SettlementAccountBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const asked = readRequest(PUT_SETTLEMENT_ACCOUNT, raw);
  if (isRefusal(asked)) return asked;
  const { type } = asked.type;
  const payee = settlementPayee(asked);
  const account = { merchant_id, type, payee, changed_at: serviceTime(app) };
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_settlement_account, account);
  return isRefusal(set) ? set : settlementAccountBody(app.store.cipher, set);
}

export async function getSettlementAccount(
  app: App,
  id: string,
): Promise<SettlementAccountBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const account = await readSettlementAccount(app.store.db, app.store.cipher, merchant_id);
  return account === null ? refuseUnknown() : settlementAccountBody(app.store.cipher, account);
}

/** Settlements cannot be paid until another account is set; those under way are not affected. */
export async function removeSettlementAccount(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ removed: boolean } | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record;
  const { remove_settlement_account } = SETTINGS_ACTS;
  const done = await changeSetting(app, operator, remove_settlement_account, { merchant_id });
  return isRefusal(done) ? done : { removed: done.removed };
}
