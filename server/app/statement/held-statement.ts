// A statement that waits for its approval: the file as it was read, so that it is neither uploaded
// nor read again.
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import { holdFile, readHeldFile } from '../../store/approval/evidence.ts';
import type { GivenEvidence } from '../approval/claim-evidence.ts';
import type { EvidenceAccount } from '../approval/evidence-shown.ts';
import type { StatementFile, StatementPart } from '../file/statement-part.ts';
import { isInterimSource } from '../line/compare-stored.ts';
import { judgeDelivery } from '../line/judge-delivery.ts';
import { measureEvidence } from '../line/measure-evidence.ts';
import type { App } from '../process/app.ts';
import { idFrom } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { SERVICE } from '../request/caller.ts';
import { daysOfParts } from './days-of-parts.ts';
import { linesOfParts } from './take-parts.ts';

/** What is kept of an import besides its caller. */
export type HeldImport = {
  file: StatementFile;
  profile: string | null;
  file_name: string | null;
};

/** JSON has neither large integers nor bytes. */
const packed = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return { $integer: String(value) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  return value;
};

const unpacked = (_key: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if ('$integer' in value) return BigInt(String(value.$integer));
  if ('$bytes' in value) return Uint8Array.from(Buffer.from(String(value.$bytes), 'base64'));
  return value;
};

/** Only this is kept. Accounts are read again: their settings may have changed meanwhile. */
const withoutAccounts = ({ file, profile, file_name }: HeldImport) => ({
  profile,
  file_name,
  file: {
    ...file,
    parts: file.parts.map(({ account, ...part }) => ({
      ...part,
      receiving_account_id: account.receiving_account_id,
    })),
  },
});

type StoredPart = Omit<StatementPart, 'account'> & { receiving_account_id: string };
type Stored = Omit<HeldImport, 'file'> & {
  file: Omit<StatementFile, 'parts'> & { parts: readonly StoredPart[] };
};

/** The same file has the same id, so that a repeated upload finds what waits. */
async function hold(app: App, held: HeldImport, lines_text: string) {
  const { db, cipher } = app.store;
  const held_file_id = idFrom(`held/${lines_text}`);
  const content = JSON.stringify(withoutAccounts(held), packed);
  await holdFile(db, cipher, { held_file_id, content, at: serviceTime(app) });
  return { held_file_id };
}

export async function openHeld(app: App, held_file_id: string): Promise<HeldImport | Refusal> {
  const { db, cipher } = app.store;
  const content = await readHeldFile(db, cipher, held_file_id);
  const { accounts } = await app.settings.current();
  if (content === null)
    return refuse('not_found', 'The file is not kept any more: upload it again.');
  const { file, ...rest } = JSON.parse(content, unpacked) as Stored;
  const parts: StatementPart[] = [];
  for (const { receiving_account_id, ...part } of file.parts) {
    const account = accounts.get(receiving_account_id);
    if (account === undefined) return refuse('not_found', 'Its receiving account is gone.');
    parts.push({ ...part, account });
  }
  return { ...rest, file: { ...file, parts } };
}

/** The account's first opening and last closing balance in the file. */
function balancesOf(parts: readonly StatementPart[]) {
  const days = parts
    .flatMap(({ balances }) => balances)
    .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  return {
    opening_cents: days.find((day) => day.opening_cents !== null)?.opening_cents ?? null,
    closing_cents: days.findLast((day) => day.closing_cents !== null)?.closing_cents ?? null,
  };
}

async function measureAccount(
  app: App,
  account: ReceivingAccount,
  own: readonly StatementPart[],
  { file: { format }, profile }: HeldImport,
): Promise<EvidenceAccount> {
  const unkept = own.map((part) => ({ ...part, statement_id: null }));
  const source = { format, profile };
  // What another source has brought already confirms it, and what waits for a person counts only
  // if they say so: neither is new.
  const { confirmed, left } = await judgeDelivery(app, daysOfParts(own), {
    actor: SERVICE,
    source,
    lines: () => linesOfParts(unkept, () => undefined),
    balances: own.flatMap(({ balances }) => balances),
    statement_ids: [],
    is_preview: true,
  });
  const lines = linesOfParts(unkept, () => undefined);
  const measured = await measureEvidence(app, account, lines, {
    is_interim: isInterimSource(source),
    confirmed,
    left,
  });
  return { ...measured, ...balancesOf(own) };
}

/** The whole file as one claim. */
export function evidenceOfFile(app: App, held: HeldImport): GivenEvidence {
  const { parts } = held.file;
  const text = parts.map(({ account, digest }) => [account.receiving_account_id, digest]);
  const lines_text = JSON.stringify(text);
  const totals = new Map<string, bigint>();
  for (const { account, in_cents, out_cents } of parts) {
    const { currency } = account;
    totals.set(currency, (totals.get(currency) ?? 0n) + in_cents + out_cents);
  }
  const count = parts.reduce((sum, { rows }) => sum + rows.count, 0);
  const name = held.file_name === null ? '' : ` ${held.file_name}`;
  return {
    lines_text,
    note: `Statement${name}: ${count} lines`,
    totals,
    measure: async () => {
      const by_account = Map.groupBy(parts, ({ account }) => account);
      const measured: EvidenceAccount[] = [];
      for (const [account, own] of by_account) {
        measured.push(await measureAccount(app, account, own, held));
      }
      return measured;
    },
    hold: () => hold(app, held, lines_text),
  };
}
