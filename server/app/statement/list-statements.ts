// Operators list the imported statements, and the account balances that the banks report.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type KeptStatement, selectStatements as list } from '../../store/line/statements.ts';
import type { App } from '../process/app.ts';
import { exactOrNull, toExactInteger } from '../request/exact-integer.ts';
import { readFields } from '../request/fields.ts';
import { type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso } from '../request/views.ts';

function statementBody(statement: KeptStatement) {
  return {
    id: statement.statement_id,
    receiving_account_id: statement.receiving_account_id,
    format: statement.format,
    profile: statement.profile,
    bank_reference: statement.bank_reference,
    currency: statement.currency,
    first_day: statement.first_day,
    last_day: statement.last_day,
    lines: statement.line_count,
    taken_lines: statement.taken_lines,
    complete: statement.is_complete,
    progress_at: statement.progress_at === null ? null : iso(statement.progress_at),
    file_name: statement.file_name,
    in_cents: toExactInteger(statement.in_cents),
    out_cents: toExactInteger(statement.out_cents),
    balances: statement.balances.map(({ day, opening_cents, closing_cents }) => ({
      day,
      opening_cents: exactOrNull(opening_cents),
      closing_cents: exactOrNull(closing_cents),
    })),
    actor: statement.actor,
    imported_at: iso(statement.imported_at),
  };
}

export type KeptStatementBody = ReturnType<typeof statementBody>;

export async function listStatements(
  app: App,
  query: {
    receiving_account_id?: string | undefined;
    cursor?: string | undefined;
    limit?: string | undefined;
  },
): Promise<Page<KeptStatementBody> | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, ['receiving_account_id']);
  const id = query.receiving_account_id;
  const receiving_account_id = id === undefined ? null : reader.uuid('receiving_account_id');
  const page = readPage(query, [UUID_FORM], reader.refusal());
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const before = cursor?.[0] ?? null;
  const found = await list(app.store.db, { receiving_account_id, before, limit: limit + 1 });
  return pageOf(found.map(statementBody), limit, (statement) => [statement.id]);
}
