// An operator imports a bank's statement file: all of it is read before any of it counts.
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import { PROFILES } from '../domain/statement-profile.ts';
import type { App } from './app.ts';
import { audit } from './audit.ts';
import { type TakenLineBody, takeLines, takenLineBody } from './bank-line-commands.ts';
import { type OperatorCaller, operatorActor } from './caller.ts';
import { readFields } from './fields.ts';
import {
  readStatement,
  type Statement,
  type StatementError,
  type StatementRow,
} from './statement/read-statement.ts';
import type { StatementBody } from './statement/statement-text.ts';
import { accountOfLines } from './take-bank-lines.ts';
import { exponentOf } from './views.ts';

export type StatementRequest = {
  receiving_account_id: string | undefined;
  /** A name of PROFILES; `standard` where absent. */
  profile: string | undefined;
  /** `refuse` (default): a wrong line imports nothing. `skip`: the right lines are imported. */
  on_error: string | undefined;
  body: StatementBody;
};

export type StatementResult = {
  imported: number;
  matched: number;
  suspense: number;
  duplicate: number;
  /** Lines of the file that were skipped, with the reason. */
  errors: StatementError[];
  lines: (TakenLineBody & { line: number })[];
};

const MOST_TOLD = 20;

function refuseFile(errors: readonly StatementError[]): Refusal {
  const [first] = errors;
  const where = first === undefined ? '' : ` Line ${first.line}: ${first.message}.`;
  const others = errors.length > 1 ? ` (${errors.length} lines are wrong.)` : '';
  return refuse('statement_invalid', `Nothing was imported.${where}${others}`, {
    errors: errors.slice(0, MOST_TOLD).map((error) => ({
      field: `line ${error.line}`,
      code: 'format' as const,
      message: error.message,
    })),
  });
}

/** Rows that name another currency than the account's are wrong rows. */
function inCurrency({ rows, errors }: Statement, currency: string): Statement {
  const fits = (row: StatementRow) => row.currency === null || row.currency === currency;
  const foreign = rows
    .filter((row) => !fits(row))
    .map((row) => ({
      line: row.line,
      message: `currency is ${row.currency}, but the account's is ${currency}`,
    }));
  const all = [...errors, ...foreign].toSorted((a, b) => a.line - b.line);
  return { rows: rows.filter(fits), errors: all };
}

export async function importStatement(
  app: App,
  operator: OperatorCaller,
  request: StatementRequest,
): Promise<StatementResult | Refusal> {
  const { body, ...query } = request;
  const reader = readFields({ fields: query, errors: [] }, ['receiving_account_id', 'profile']);
  const account = await accountOfLines(app, reader);
  const name = reader.choice('profile', [...PROFILES.keys()]) ?? 'standard';
  const on_error = reader.choice('on_error', ['refuse', 'skip']) ?? 'refuse';
  const refused = reader.refusal();
  if (isRefusal(refused)) return refused;
  const profile = PROFILES.get(name);
  if (account === null || profile === undefined) throw new Error('A wrong field was not refused');
  const { currency } = account;
  const { rows, errors } = inCurrency(
    await readStatement(body, profile, exponentOf(currency)),
    currency,
  );
  if (errors.length > 0 && (on_error === 'refuse' || rows.length === 0)) return refuseFile(errors);
  const actor = operatorActor(operator);
  const taken = await takeLines(app, actor, account, rows);
  const lines = taken.map((line, index) => ({
    line: rows[index]?.line ?? 0,
    ...takenLineBody(line),
  }));
  const count = (status: TakenLineBody['status']) =>
    lines.filter((line) => line.status === status).length;
  const result = {
    imported: lines.length - count('duplicate'),
    matched: count('matched'),
    suspense: count('suspense'),
    duplicate: count('duplicate'),
  };
  const target = `receiving_accounts/${account.receiving_account_id}`;
  await audit(app, actor, 'statement_imported', target, { ...result, wrong: errors.length });
  return { ...result, errors, lines };
}
