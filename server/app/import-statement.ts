// An operator imports a bank's statement file: all of it is read before any of it counts.
import type { ReceivingAccount } from '../domain/receiving-account.ts';
import { isRefusal, type Refusal, refuse } from '../domain/refusal.ts';
import { PROFILES } from '../domain/statement-profile.ts';
import type { Actor } from '../domain/trade.ts';
import type { App } from './app.ts';
import { audit } from './audit.ts';
import {
  type TakenLine,
  type TakenLineBody,
  takeLines,
  takenLineBody,
} from './bank-line-commands.ts';
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
  /** Of a long statement those that wait for somebody, before the others. */
  lines: StatementLineBody[];
  lines_left_out: number;
};

type StatementLineBody = TakenLineBody & { line: number };

const MOST_TOLD = 20;
/** As many as a feed may give at once; nobody reads more, and each costs the whole service time. */
const MOST_LISTED = 1_000;

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

/** Money without a trade, and trades that got another amount. */
const waitsForSomebody = ({ status, reason }: TakenLineBody) =>
  status === 'suspense' || (status === 'matched' && reason.endsWith('_amount_mismatch'));

/** Counts every line and keeps as many as are listed. */
function createTally() {
  const counts = { imported: 0, matched: 0, suspense: 0, duplicate: 0 };
  const waiting: StatementLineBody[] = [];
  const others: StatementLineBody[] = [];
  return {
    counts,
    add(line: number, taken: TakenLine): void {
      const body = takenLineBody(taken);
      counts[body.status] += 1;
      if (body.status !== 'duplicate') counts.imported += 1;
      const list = waitsForSomebody(body) ? waiting : others;
      if (list.length < MOST_LISTED) list.push({ line, ...body });
    },
    /** In the order of the file. */
    listed() {
      const lines = [...waiting, ...others].slice(0, MOST_LISTED).sort((a, b) => a.line - b.line);
      return { lines, lines_left_out: counts.imported + counts.duplicate - lines.length };
    },
  };
}

async function takeRows(
  app: App,
  actor: Actor,
  account: ReceivingAccount,
  rows: readonly StatementRow[],
) {
  const tally = createTally();
  let index = 0;
  for await (const chunk of takeLines(app, actor, account, rows)) {
    for (const taken of chunk) {
      tally.add(rows[index]?.line ?? 0, taken);
      index += 1;
    }
  }
  return { counts: tally.counts, ...tally.listed() };
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
  const { counts, ...listed } = await takeRows(app, actor, account, rows);
  const target = `receiving_accounts/${account.receiving_account_id}`;
  await audit(app, actor, 'statement_imported', target, { ...counts, wrong: errors.length });
  return { ...counts, errors, ...listed };
}
