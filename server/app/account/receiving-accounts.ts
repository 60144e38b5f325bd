// Operators create and change receiving accounts; account numbers are shown masked.

import {
  CREATE_ACCOUNT,
  FIND_RECEIVING_ACCOUNTS,
  UPDATE_ACCOUNT,
} from '../../domain/account/account-requests.ts';
import { accountProblems, accountRow } from '../../domain/account/change-account.ts';
import { shortAccountName } from '../../domain/account/short-name.ts';
import { type ReceivingAccount, UNLIMITED_ACCOUNT } from '../../domain/record/receiving-account.ts';
import {
  beginReading,
  namedOnly,
  type RawFields,
  readFilters,
} from '../../domain/request/read-request.ts';
import type { Notes, QueryTexts } from '../../domain/request/request-shape.ts';
import { hasNames } from '../../domain/search/name-search.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readUsedDays } from '../../store/alert/attention.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { settingVersion } from '../request/setting-version.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

const accountBody = (app: App, account: ReceivingAccount) => ({
  ...accountRow(account),
  version: settingVersion(app.store.cipher, accountRow(account)),
});

export type ReceivingAccountBody = ReturnType<typeof accountBody>;

export type UsedAccountBody = ReceivingAccountBody & {
  used_today_count: number;
  used_today_cents: number;
};

/** With what each has taken on the present UTC day. */
async function withUse(
  app: App,
  accounts: readonly ReceivingAccount[],
): Promise<UsedAccountBody[]> {
  const day = Math.floor((await now(app.store)) / DAY_MS);
  const ids = accounts.map(({ receiving_account_id }) => receiving_account_id);
  const used = await readUsedDays(app.store.db, day, ids);
  const useOf = new Map(used.map((one) => [one.receiving_account_id, one]));
  return accounts.map((account) => {
    const { count = 0, amount_cents = 0n } = useOf.get(account.receiving_account_id) ?? {};
    return {
      ...accountBody(app, account),
      used_today_count: count,
      used_today_cents: Number(amount_cents),
    };
  });
}

/** What does not fit together, with what the account was before. */
function noteProblems(notes: Notes, account: ReceivingAccount): void {
  for (const { field, code, message } of accountProblems(account)) {
    notes.wrong(field, code, message);
  }
}

export async function createReceivingAccount(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  id = newId(),
): Promise<ReceivingAccountBody | Refusal> {
  const reading = beginReading(CREATE_ACCOUNT, raw);
  const { type, currency = '', name = '', number = '', ...terms } = reading.values;
  const account: ReceivingAccount = {
    type: type?.type ?? '',
    currency,
    name,
    number: type?.normalise(number) ?? '',
    bank_name: null,
    ...UNLIMITED_ACCOUNT,
    ...namedOnly(terms),
    simulated: false,
    receiving_account_id: id,
    created_at: serviceTime(app),
  };
  noteProblems(reading, account);
  const refused = reading.refusal();
  if (refused !== null) return refused;
  const added = await changeSetting(app, operator, SETTINGS_ACTS.add_receiving_account, account);
  return isRefusal(added) ? added : accountBody(app, added);
}

/** If it is not in the loaded settings, another process may have created it a moment ago. */
export async function findAccount(app: App, id: string): Promise<ReceivingAccount | undefined> {
  const receiving_account_id = parseUuid(id);
  if (receiving_account_id === null) return undefined;
  const known = (await app.settings.current()).accounts.get(receiving_account_id);
  return known ?? (await app.settings.refresh()).accounts.get(receiving_account_id);
}

async function accountOf(app: App, id: string): Promise<ReceivingAccount | Refusal> {
  return (await findAccount(app, id)) ?? refuseUnknown();
}

export async function getReceivingAccount(
  app: App,
  id: string,
): Promise<UsedAccountBody | Refusal> {
  const account = await accountOf(app, id);
  if (isRefusal(account)) return account;
  const [used] = await withUse(app, [account]);
  return used ?? refuseUnknown();
}

export async function changeReceivingAccount(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<ReceivingAccountBody | Refusal> {
  const before = await accountOf(app, id);
  if (isRefusal(before)) return before;
  const reading = beginReading(UPDATE_ACCOUNT, raw);
  const { type: _type, currency: _currency, number: _number, ...terms } = reading.values;
  const changes = namedOnly(terms);
  noteProblems(reading, { ...before, ...changes });
  const refused = reading.refusal();
  if (refused !== null) return refused;
  const { receiving_account_id } = before;
  const request = { receiving_account_id, changes, now: serviceTime(app) };
  const { change_receiving_account } = SETTINGS_ACTS;
  const changed = await changeSetting(app, operator, change_receiving_account, request);
  return isRefusal(changed) ? changed : accountBody(app, changed);
}

/** Numbers as they are shown: nobody learns one by trying its digits. */
export function namesOfAccount(account: ReceivingAccount): readonly (string | null)[] {
  const { name, bank_name, currency, receiving_account_id: id } = account;
  return [name, bank_name, shortAccountName(account), accountRow(account).number, currency, id];
}

export async function listReceivingAccounts(
  app: App,
  query: QueryTexts<typeof FIND_RECEIVING_ACCOUNTS> & PageQuery,
): Promise<Page<UsedAccountBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_RECEIVING_ACCOUNTS, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const { accounts } = await app.settings.current();
  const [after = ''] = cursor ?? [];
  const found = [...accounts.values()]
    .filter((account) => account.receiving_account_id > after)
    .filter((account) => hasNames(filters.q ?? [], namesOfAccount(account)))
    .slice(0, limit + 1);
  return pageOf(await withUse(app, found), limit, (account) => [account.id]);
}
