// Operators create and change receiving accounts; account numbers are shown masked.

import {
  type AccountChange,
  accountProblems,
  accountRow,
} from '../../domain/account/change-account.ts';
import { type ReceivingAccount, UNLIMITED_ACCOUNT } from '../../domain/record/receiving-account.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { readUsedDays } from '../../store/alert/attention.ts';
import { now } from '../../store/batch/store.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { notFound, type OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type ReceivingAccountBody = ReturnType<typeof accountRow>;

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
      ...accountRow(account),
      used_today_count: count,
      used_today_cents: Number(amount_cents),
    };
  });
}

const ORDER = [
  'type',
  'currency',
  'name',
  'number',
  'bank_name',
  'min_amount_cents',
  'max_amount_cents',
  'daily_count_limit',
  'daily_amount_limit_cents',
  'active_from_minute',
  'active_to_minute',
  'weight',
  'exclusive_only',
  'enabled',
];

/** A whole number within bounds; if absent the present value stays, null removes it. */
function bounded<Before>(
  reader: FieldReader,
  name: string,
  min: number,
  max: number,
  before: Before,
): number | null | Before {
  const given = reader.raw(name);
  if (given === undefined) return before;
  if (given === null) return null;
  const value = reader.optionalInteger(name);
  if (value === null) return before;
  if (value < min || value > max) reader.wrong(name, 'range', `must be from ${min} to ${max}`);
  return value;
}

const MINUTES = 24 * 60 - 1;

/** The account as the request wants it; what does not fit together is noted. */
function readAccount(reader: FieldReader, before: ReceivingAccount): ReceivingAccount {
  const amount = (name: 'min_amount_cents' | 'max_amount_cents' | 'daily_amount_limit_cents') => {
    const most = name === 'daily_amount_limit_cents' ? 10 ** 15 : LIMITS.amount_max_cents;
    const value = bounded(reader, name, 1, most, before[name]);
    return typeof value === 'number' ? BigInt(value) : value;
  };
  const after = {
    ...before,
    name: reader.optionalText('name', LIMITS.name_max_length) ?? before.name,
    bank_name:
      reader.raw('bank_name') === undefined
        ? before.bank_name
        : reader.optionalText('bank_name', LIMITS.bank_name_max_length),
    min_amount_cents: amount('min_amount_cents'),
    max_amount_cents: amount('max_amount_cents'),
    daily_count_limit: bounded(reader, 'daily_count_limit', 1, 10 ** 9, before.daily_count_limit),
    daily_amount_limit_cents: amount('daily_amount_limit_cents'),
    active_from_minute: bounded(
      reader,
      'active_from_minute',
      0,
      MINUTES,
      before.active_from_minute,
    ),
    active_to_minute: bounded(reader, 'active_to_minute', 0, MINUTES, before.active_to_minute),
    weight: bounded(reader, 'weight', 1, 1000, before.weight) ?? 1,
    exclusive_only: reader.flag('exclusive_only', before.exclusive_only),
    enabled: reader.flag('enabled', before.enabled),
  };
  for (const { field, code, message } of accountProblems(after)) {
    reader.wrong(field, code, message);
  }
  return after;
}

/** Only the fields that the request names: others may be changed meanwhile. */
function readChanges(reader: FieldReader, before: ReceivingAccount): AccountChange['changes'] {
  const after = Object.entries(readAccount(reader, before));
  return Object.fromEntries(after.filter(([name]) => reader.raw(name) !== undefined));
}

const NUMBER_MAX_LENGTH = 128;

type Fresh = Pick<ReceivingAccount, 'receiving_account_id' | 'created_at'>;

function readNew(reader: FieldReader, fresh: Fresh): ReceivingAccount {
  const type = reader.type('type');
  const currency = reader.currency('currency');
  reader.text('name', LIMITS.name_max_length);
  const given = reader.text('number', NUMBER_MAX_LENGTH);
  const canonical = type?.normalise(given) ?? '';
  if (given !== '' && type !== null && canonical === '') {
    reader.wrong('number', 'format', type.rule);
  }
  return readAccount(reader, {
    type: type?.type ?? '',
    currency,
    name: '',
    number: canonical,
    bank_name: null,
    ...UNLIMITED_ACCOUNT,
    simulated: false,
    ...fresh,
  });
}

export async function createReceivingAccount(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
  id = newId(),
): Promise<ReceivingAccountBody | Refusal> {
  const reader = readFields(raw, ORDER);
  const fresh = { receiving_account_id: id, created_at: serviceTime(app) };
  const account = readNew(reader, fresh);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const added = await changeSetting(app, operator, SETTINGS_ACTS.add_receiving_account, account);
  return isRefusal(added) ? added : accountRow(added);
}

/** If it is not in the loaded settings, another process may have created it a moment ago. */
export async function findAccount(app: App, id: string): Promise<ReceivingAccount | undefined> {
  const receiving_account_id = parseUuid(id);
  if (receiving_account_id === null) return undefined;
  const known = (await app.settings.current()).accounts.get(receiving_account_id);
  return known ?? (await app.settings.refresh()).accounts.get(receiving_account_id);
}

async function accountOf(app: App, id: string): Promise<ReceivingAccount | Refusal> {
  return (await findAccount(app, id)) ?? notFound();
}

export async function getReceivingAccount(
  app: App,
  id: string,
): Promise<UsedAccountBody | Refusal> {
  const account = await accountOf(app, id);
  if (isRefusal(account)) return account;
  const [used] = await withUse(app, [account]);
  return used ?? notFound();
}

export async function changeReceivingAccount(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<ReceivingAccountBody | Refusal> {
  const before = await accountOf(app, id);
  if (isRefusal(before)) return before;
  const reader = readFields(raw, ORDER);
  for (const name of ['type', 'currency', 'number'] as const) {
    if (reader.raw(name) !== undefined) reader.wrong(name, 'not_allowed', 'never changes');
  }
  const changes = readChanges(reader, before);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { receiving_account_id } = before;
  const request = { receiving_account_id, changes, now: serviceTime(app) };
  const { change_receiving_account } = SETTINGS_ACTS;
  const changed = await changeSetting(app, operator, change_receiving_account, request);
  return isRefusal(changed) ? changed : accountRow(changed);
}

export async function listReceivingAccounts(
  app: App,
  query: { cursor?: string | undefined; limit?: string | undefined },
): Promise<Page<UsedAccountBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], null);
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { accounts } = await app.settings.current();
  const [after = ''] = cursor ?? [];
  const found = [...accounts.values()]
    .filter((account) => account.receiving_account_id > after)
    .slice(0, limit + 1);
  return pageOf(await withUse(app, found), limit, (account) => [account.id]);
}
