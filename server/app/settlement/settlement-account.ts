// The account to which a merchant's settlements are paid; an operator sets it.

import type { Payee } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readSettlementAccount } from '../../store/settlement/settlement-accounts.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { type SettlementAccountBody, settlementAccountBody } from './settlement-view.ts';

const ORDER = ['type', 'number', 'name', 'bank_name'];
/** Longer than any number with its separators. */
const NUMBER_MAX_LENGTH = 128;

function readAccount(raw: RawFields): { type: string; payee: Payee } | Refusal {
  const reader = readFields(raw, ORDER);
  const type = reader.type('type');
  const given = reader.text('number', NUMBER_MAX_LENGTH);
  const number = type?.normalise(given) ?? '';
  if (given !== '' && type !== null && number === '') {
    reader.wrong('number', 'format', type.rule);
  }
  const name = reader.text('name', LIMITS.name_max_length);
  const bank_name = reader.optionalText('bank_name', LIMITS.bank_name_max_length);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  return { type: type?.type ?? '', payee: { number, name, bank_name, phone: null } };
}

export async function putSettlementAccount(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<SettlementAccountBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record.merchant;
  const given = readAccount(raw);
  if (isRefusal(given)) return given;
  const account = { merchant_id, ...given, changed_at: serviceTime(app) };
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_settlement_account, account);
  return isRefusal(set) ? set : settlementAccountBody(set);
}

export async function getSettlementAccount(
  app: App,
  id: string,
): Promise<SettlementAccountBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record.merchant;
  const account = await readSettlementAccount(app.store.db, app.store.cipher, merchant_id);
  return account === null ? notFound() : settlementAccountBody(account);
}

/** Settlements cannot be paid until another account is set; those under way are not affected. */
export async function removeSettlementAccount(
  app: App,
  operator: OperatorCaller,
  id: string,
): Promise<{ removed: boolean } | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { merchant_id } = record.merchant;
  const { remove_settlement_account } = SETTINGS_ACTS;
  const done = await changeSetting(app, operator, remove_settlement_account, { merchant_id });
  return isRefusal(done) ? done : { removed: done.removed };
}
