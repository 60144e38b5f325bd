// Reads a statement in tests: any body, for one receiving account or several, into plain rows.
import type { Collected, FindAccount } from '../../../server/app/file/collect-parts.ts';
import { rowsOf } from '../../../server/app/file/packed-rows.ts';
import { readStatement } from '../../../server/app/file/read-statement.ts';
import type { StatementBody } from '../../../server/app/file/statement-bytes.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import type { StatementProfile } from '../../../server/formats/statement/csv/statement-profile.ts';
import { PROFILES } from '../../../server/formats/statement/csv/statement-profiles.ts';
import { accountWith } from '../../support/model/domain-commands.ts';

export function profileNamed(name: string): StatementProfile {
  const found = PROFILES.get(name);
  if (found === undefined) throw new Error(`No profile ${name}`);
  return found;
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export async function* inPieces(all: Uint8Array, size: number) {
  for (let from = 0; from < all.length; from += size) {
    yield await Promise.resolve(all.subarray(from, from + size));
  }
}

export const only =
  (currency: string): FindAccount =>
  () =>
    accountWith({ currency });

/** The contents of the parts, as plain values. */
function plain({ parts, errors, warnings, left_out }: Collected) {
  return {
    parts: parts.map(({ rows, ...part }) => ({ ...part, rows: [...rowsOf(rows.data())] })),
    rows: parts.flatMap(({ rows }) => [...rowsOf(rows.data())]),
    errors,
    warnings,
    left_out,
  };
}

/** A day after every booking in the samples. */
export const TODAY = Date.parse('2026-06-01T00:00:00Z');

export async function readFile(
  body: StatementBody,
  findAccount: FindAccount | ReceivingAccount,
  profile: StatementProfile | null = null,
  now = TODAY,
  sheet: string | null = null,
) {
  const find = typeof findAccount === 'function' ? findAccount : () => findAccount;
  const read = await readStatement(body, profile, find, now, sheet);
  return { format: read.format, ...plain(read) };
}
