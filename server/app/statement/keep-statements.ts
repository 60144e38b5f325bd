// Stores a file's statements before their lines are taken: their accounts, their sums and the
// bank's balances.

import type { Actor } from '../../domain/record/origin.ts';
import type { StatementFormat } from '../../formats/statement/statement-format.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import { beginImports } from '../../store/line/statement-progress.ts';
import {
  insertStatementDays,
  insertStatements,
  readStatementIds,
  type StatementRecord,
} from '../../store/line/statements.ts';
import type { StatementPart } from '../file/statement-part.ts';
import type { App } from '../process/app.ts';
import { newId, sha256Hex } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';

export type FileKind = {
  readonly format: StatementFormat;
  readonly profile: string | null;
  readonly file_name: string | null;
};

/**
 * A part with the id of its statement; if the same file came before, the id of the first import.
 */
export type KeptPart = StatementPart & { readonly statement_id: string };

function recordOf(
  part: StatementPart,
  kind: FileKind,
  actor: Actor,
  imported_at: number,
): StatementRecord {
  return {
    statement_id: newId(),
    receiving_account_id: part.account.receiving_account_id,
    statement_key: sha256Hex(`${kind.format}/${kind.profile ?? ''}/${part.digest}`),
    format: kind.format,
    profile: kind.profile,
    bank_reference: part.reference,
    currency: part.account.currency,
    first_day: part.first_day,
    last_day: part.last_day,
    line_count: part.rows.count,
    in_cents: part.in_cents,
    out_cents: part.out_cents,
    actor,
    imported_at,
  };
}

/** Idempotent: of a file imported twice, even at the same time, one statement is stored. */
export async function keepStatements(
  app: App,
  parts: readonly StatementPart[],
  kind: FileKind,
  actor: Actor,
): Promise<KeptPart[]> {
  if (parts.length === 0) return [];
  const records = parts.map((part) => recordOf(part, kind, actor, serviceTime(app)));
  const keyOf = (record: StatementRecord) =>
    `${record.receiving_account_id}/${record.statement_key}`;
  return await app.store.db.transaction(async (tx) => {
    await insertStatements(tx, records);
    const ids = await readStatementIds(tx, records);
    const kept = parts.map((part, index) => {
      const record = records[index];
      const statement_id = record === undefined ? undefined : ids.get(keyOf(record));
      if (statement_id === undefined) throw new Error('A statement that was kept is not there');
      return { ...part, statement_id };
    });
    const days = kept.flatMap(({ statement_id, account, balances }) =>
      balances.map((balance) => ({
        statement_id,
        receiving_account_id: account.receiving_account_id,
        ...balance,
      })),
    );
    await insertStatementDays(tx, days);
    await beginImports(
      tx,
      app.store.cipher,
      kept.map(({ statement_id }) => statement_id),
      kind.file_name,
      serviceTime(app),
    );
    return kept;
  }, LONG_WORK);
}
