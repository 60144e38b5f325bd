// An operator or a feed imports a bank's file: it is read completely before any line counts.
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { StatementFormat } from '../../formats/statement/statement-format.ts';
import { claimEvidence } from '../approval/claim-evidence.ts';
import type { LeftOutCounts, StatementError } from '../file/collect-parts.ts';
import type { StatementPart } from '../file/statement-part.ts';
import type { App } from '../process/app.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type ExactInteger, exactOrNull, toExactInteger } from '../request/exact-integer.ts';
import { namesOfOrders, type OrderName } from '../request/order-names.ts';
import { evidenceOfFile, openHeld } from './held-statement.ts';
import {
  type ImportTally,
  type NamedTally,
  namedTally,
  type StatementGap,
  type StatementLineBody,
} from './import-tally.ts';
import { type KeptPart, keepStatements } from './keep-statements.ts';
import { listUnconfirmed, type UnconfirmedLine } from './list-unconfirmed.ts';
import { type ReadyImport, readGivenFile, type StatementRequest } from './read-given-file.ts';
import { previewParts, type TellImportStep, takeParts } from './take-parts.ts';

export type StatementBalanceBody = {
  day: string;
  opening_cents: ExactInteger | null;
  closing_cents: ExactInteger | null;
};

export type StatementPartBody = {
  id: string | null;
  receiving_account_id: string;
  /** Line number in the file, from 1. */
  line: number;
  bank_reference: string | null;
  currency: string;
  lines: number;
  in_cents: ExactInteger;
  out_cents: ExactInteger;
  first_day: string | null;
  last_day: string | null;
  balances: StatementBalanceBody[];
};

export type StatementResult = {
  dry_run: boolean;
  format: StatementFormat;
  imported: number;
  matched: number;
  suspense: number;
  duplicate: number;
  /** Not taken before a person has compared them with stored lines. */
  waiting: number;
  gaps: StatementGap[];
  /** New lines whose bank id another line has, too. */
  bank_id_shared: number;
  /** Entries of the file that move no money. */
  left_out: number;
  left_out_reasons: LeftOutCounts;
  statements: StatementPartBody[];
  accounts: NamedTally[];
  /** Lines of the file that were skipped, with the reason. */
  errors: StatementError[];
  warnings: StatementError[];
  lines: (StatementLineBody & OrderName)[];
  lines_left_out: number;
  /** Lines of reports within the days of the file that the statement of their day has not. */
  unconfirmed: number;
  unconfirmed_lines: UnconfirmedLine[];
};

/**
 * Reads the whole file, and asks whether it counts on one person's word; after this the import is
 * not refused any more.
 */
export async function prepareImport(
  app: App,
  operator: OperatorCaller,
  request: StatementRequest,
): Promise<ReadyImport | Refusal> {
  const ready =
    request.held_file_id === undefined
      ? await readGivenFile(app, operator, request)
      : await readHeldFile(app, operator, request.held_file_id);
  if (isRefusal(ready) || ready.dry_run) return ready;
  const refused = await claimEvidence(app, operator, evidenceOfFile(app, ready));
  return refused ?? ready;
}

async function readHeldFile(
  app: App,
  operator: OperatorCaller,
  held_file_id: string,
): Promise<ReadyImport | Refusal> {
  const held = await openHeld(app, held_file_id);
  if (isRefusal(held)) return held;
  const { format } = held.file;
  if (format === null) throw new Error('A file without a format was kept');
  return { app, operator, ...held, format, dry_run: false };
}

function partBody(part: StatementPart & { statement_id: string | null }): StatementPartBody {
  const { account, balances, in_cents, out_cents, line, reference, rows } = part;
  return {
    id: part.statement_id,
    receiving_account_id: account.receiving_account_id,
    line,
    bank_reference: reference,
    currency: account.currency,
    lines: rows.count,
    in_cents: toExactInteger(in_cents),
    out_cents: toExactInteger(out_cents),
    first_day: part.first_day,
    last_day: part.last_day,
    balances: balances.map(({ day, opening_cents, closing_cents }) => ({
      day,
      opening_cents: exactOrNull(opening_cents),
      closing_cents: exactOrNull(closing_cents),
    })),
  };
}

/** The audit entry names the statements, so that the daily proof covers them. */
const MOST_NOTED = 5_000;

async function noteImport(ready: ReadyImport, parts: readonly KeptPart[], tally: ImportTally) {
  const { app, operator, file, format, profile, file_name } = ready;
  const [first] = parts;
  const accounts = [...new Set(parts.map((part) => part.account.receiving_account_id))];
  // With several accounts, each statement names its own.
  const target =
    accounts.length === 1 || first === undefined
      ? `receiving_accounts/${accounts[0] ?? 'none'}`
      : `statements/${first.statement_id}`;
  await audit(app, operatorActor(operator), 'statement_imported', target, {
    ...tally.counts,
    wrong: file.errors.length,
    format,
    profile,
    file_name,
    statements: parts.map((part) => part.statement_id).slice(0, MOST_NOTED),
  });
}

/** Takes the lines, or shows what would become of them. */
export async function runImport(
  ready: ReadyImport,
  tell: TellImportStep,
): Promise<StatementResult> {
  const { app, operator, file, dry_run, format } = ready;
  const actor = operatorActor(operator);
  const kept = dry_run ? [] : await keepStatements(app, file.parts, ready, actor);
  const tally = dry_run
    ? await previewParts(app, actor, file.parts, ready, tell)
    : await takeParts(app, actor, kept, ready, tell);
  if (!dry_run) await noteImport(ready, kept, tally);
  const accounts = new Map(
    file.parts.map(({ account }) => [account.receiving_account_id, account] as const),
  );
  const { lines, lines_left_out } = tally.listed();
  const nameOf = await namesOfOrders(app, lines);
  const parts = dry_run ? file.parts.map((part) => ({ ...part, statement_id: null })) : kept;
  return {
    dry_run,
    format,
    ...tally.counts,
    gaps: tally.gaps,
    left_out: Object.values(file.left_out).reduce((sum, one) => sum + one, 0),
    left_out_reasons: file.left_out,
    statements: parts.map(partBody),
    accounts: tally.accounts().flatMap((one) => {
      const account = accounts.get(one.receiving_account_id);
      return account === undefined ? [] : [namedTally(one, account)];
    }),
    errors: [...file.errors],
    warnings: [...file.warnings],
    lines: lines.map((line) => ({ ...line, ...nameOf(line) })),
    lines_left_out,
    ...(await listUnconfirmed(app, file.parts)),
  };
}

export async function importStatement(
  app: App,
  operator: OperatorCaller,
  request: StatementRequest,
): Promise<StatementResult | Refusal> {
  const ready = await prepareImport(app, operator, request);
  return isRefusal(ready) ? ready : await runImport(ready, () => undefined);
}
