// Accounts whose movements come in several formats, for tests: given, listed and waiting.

import { changeReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { listWaitingLines } from '../../../server/app/line/waiting-lines.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { type Shown, showAs, type ViewName } from './second-format-files.ts';
import { makeAccount, testIban } from './statement-scene.ts';

let app: OpenApp;
export function useApp(open: OpenApp): void {
  app = open;
}

const DAY_MS = 86_400_000;
export const dayAgo = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

let accounts = 400;
const made: string[] = [];
export async function newAccount() {
  accounts += 1;
  const iban = testIban(accounts);
  const id = await makeAccount(app, 'iban', 'EUR', iban);
  made.push(id);
  return { iban, id };
}
export type Account = Awaited<ReturnType<typeof newAccount>>;

export async function onlyAccount(id: string): Promise<void> {
  for (const other of made.filter((one) => one !== id)) {
    accepted(await changeReceivingAccount(app, OPERATOR, other, raw({ enabled: false })));
  }
}

/** Gives the movements as the view shows them, and returns how many were new and how many wait. */
export async function give(account: Account, view: ViewName, shown: Shown, dry_run = 'false') {
  const given = showAs(view, account, shown);
  if (given.kind === 'lines') {
    const taken = accepted(await takeBankLines(app, OPERATOR, raw(given.fields)));
    const count = (status: string) => taken.lines.filter((one) => one.status === status).length;
    const [waiting, duplicate] = [count('waiting'), count('duplicate')];
    return { imported: taken.lines.length - waiting - duplicate, duplicate, waiting, gaps: [] };
  }
  const { imported, duplicate, waiting, gaps } = accepted(
    await importStatement(app, OPERATOR, { ...given.request, dry_run }),
  );
  return { imported, duplicate, waiting, gaps };
}

export const linesOf = async (receiving_account_id: string) =>
  accepted(await listBankLines(app, { receiving_account_id, limit: '200' })).data;
export const amountsOf = async (id: string) =>
  (await linesOf(id)).map((line) => line.amount_cents).toSorted((a, b) => a - b);
export const waitingOf = async (receiving_account_id: string) =>
  accepted(await listWaitingLines(app, { receiving_account_id, limit: '200' })).data;

export const brief = ({ imported, duplicate, waiting }: Awaited<ReturnType<typeof give>>) => [
  imported,
  duplicate,
  waiting,
];
