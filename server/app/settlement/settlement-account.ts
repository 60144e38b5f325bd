// The account to which a merchant's settlements are paid; an operator sets it.

import { changedFields } from '../../domain/record/changed-fields.ts';
import type { Payee } from '../../domain/record/trade.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { lockMerchant } from '../../store/merchant/tokens.ts';
import {
  deleteSettlementAccount,
  readSettlementAccount,
  type SettlementAccount,
  saveSettlementAccount,
} from '../../store/settlement/settlement-accounts.ts';
import { merchantRecord } from '../merchant/merchants.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type RawFields, readFields } from '../request/fields.ts';
import { gatedChange, type SettingsChange } from '../setting/gated-change.ts';
import { type SettlementAccountBody, settlementAccountBody } from './settlement-view.ts';

const ORDER = ['type', 'number', 'name', 'bank_name'];
/** Longer than any number with its separators. */
const NUMBER_MAX_LENGTH = 128;

const target = (merchant_id: string) => `merchants/${merchant_id}/settlement_account`;

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

/** Its number is masked. */
function shownAccount(account: Parameters<typeof settlementAccountBody>[0]) {
  const { type, number, name, bank_name } = settlementAccountBody(account);
  return { type, number, name, bank_name };
}

function accountChange(
  merchant_id: string,
  known: SettlementAccount | null,
  next: SettlementAccount | null,
): SettingsChange {
  const facts = (one: SettlementAccount | null) =>
    one === null ? null : { type: one.type, payee: one.payee };
  const shown = (one: SettlementAccount | null) => (one === null ? null : shownAccount(one));
  return {
    act: 'settlement_account',
    merchant_id,
    target: target(merchant_id),
    before: facts(known),
    after: facts(next),
    shown: { before: shown(known), after: shown(next) },
  };
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
  const body = settlementAccountBody(account);
  const refusal = await gatedChange(app, operator, async (tx, gate) => {
    await lockMerchant(tx, merchant_id);
    const known = await readSettlementAccount(tx, app.store.cipher, merchant_id);
    const needed = await gate(accountChange(merchant_id, known, account));
    if (needed !== null) return needed;
    await saveSettlementAccount(tx, app.store.cipher, account);
    const { type, number, name, bank_name } = body;
    const given_account = { type, number, name, bank_name };
    const changed = known === null ? {} : changedFields(shownAccount(known), given_account);
    const detail = { ...given_account, ...changed };
    const actor = operatorActor(operator);
    await auditIn(tx, actor, 'settlement_account_set', target(merchant_id), detail);
    return null;
  });
  return refusal ?? body;
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
  const removed = await gatedChange(app, operator, async (tx, gate) => {
    await lockMerchant(tx, merchant_id);
    const known = await readSettlementAccount(tx, app.store.cipher, merchant_id);
    const needed = await gate(accountChange(merchant_id, known, null));
    if (needed !== null) return needed;
    if (!(await deleteSettlementAccount(tx, merchant_id))) return false;
    const actor = operatorActor(operator);
    await auditIn(tx, actor, 'settlement_account_removed', target(merchant_id), {
      before: known === null ? null : shownAccount(known),
      after: null,
    });
    return true;
  });
  return isRefusal(removed) ? removed : { removed };
}
