// Operators list the imported statements, and the account balances that the banks report.
import { FIND_STATEMENTS } from '../../domain/line/statement-requests.ts';
import { readFilters } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type KeptStatement, selectStatements as list } from '../../store/line/statements.ts';
import type { App } from '../process/app.ts';
import { namedActor, namesOfActors } from '../request/actor-names.ts';
import { exactOrNull, toExactInteger } from '../request/exact-integer.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso } from '../request/views.ts';

function statementBody(statement: KeptStatement, names: ReadonlyMap<string, string>) {
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
    progress_at: iso(statement.progress_at),
    file_name: statement.file_name,
    in_cents: toExactInteger(statement.in_cents),
    out_cents: toExactInteger(statement.out_cents),
    balances: statement.balances.map(({ day, opening_cents, closing_cents }) => ({
      day,
      opening_cents: exactOrNull(opening_cents),
      closing_cents: exactOrNull(closing_cents),
    })),
    actor: namedActor(statement.actor, names),
    imported_at: iso(statement.imported_at),
  };
}

export type KeptStatementBody = ReturnType<typeof statementBody>;

export async function listStatements(
  app: App,
  query: QueryTexts<typeof FIND_STATEMENTS> & PageQuery,
): Promise<Page<KeptStatementBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_STATEMENTS, query));
  if (isRefusal(page)) return page;
  const { limit, cursor, filters } = page;
  const before = cursor?.[0] ?? null;
  const { db, cipher } = app.store;
  const found = await list(db, cipher, { ...filters, before, limit: limit + 1 });
  const names = await namesOfActors(
    app,
    found.map(({ actor }) => actor.id),
  );
  const bodies = found.map((statement) => statementBody(statement, names));
  return pageOf(bodies, limit, (statement) => [statement.id]);
}
