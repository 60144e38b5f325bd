// An operator or a feed imports a bank's file: it is read completely before any line counts.
import { INTERIM_FORMATS } from '../../domain/record/interim-formats.ts';
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { textProblem } from '../../domain/values/text.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import { PROFILES, STANDARD } from '../../formats/statement/csv/statement-profiles.ts';
import { type StatementFormat, TABLE_FILES } from '../../formats/statement/statement-format.ts';
import type { LeftOutCounts, StatementError } from '../file/collect-parts.ts';
import { readMapping } from '../file/read-mapping.ts';
import type { StatementBody } from '../file/statement-bytes.ts';
import type { StatementFile, StatementPart } from '../file/statement-part.ts';
import { accountOfLines } from '../line/take-bank-lines.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type ExactInteger, exactOrNull, toExactInteger } from '../request/exact-integer.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { readStatementApart } from '../threads/read-apart.ts';
import {
  type ImportTally,
  type NamedTally,
  namedTally,
  type StatementLineBody,
} from './import-tally.ts';
import { type KeptPart, keepStatements } from './keep-statements.ts';
import { listUnconfirmed, type UnconfirmedLine } from './list-unconfirmed.ts';
import { previewParts, type TellImportStep, takeParts } from './take-parts.ts';

export type StatementRequest = {
  /** Required if the file names no known account. */
  receiving_account_id?: string | undefined;
  /** A name of PROFILES: the file is a CSV. Without it the format is recognised from the file. */
  profile?: string | undefined;
  /** A profile of the operator's own, as JSON. */
  mapping?: string | undefined;
  /**
   * `refuse` (default): a wrong line prevents the whole import. `skip`: the right lines of a CSV
   * are imported.
   */
  on_error?: string | undefined;
  /** `true`: shows what would happen, and writes nothing. */
  dry_run?: string | undefined;
  /** Of a workbook: the sheet to read, by name. */
  sheet?: string | undefined;
  /** The file's name, for messages and the audit trail. */
  file_name?: string | undefined;
  body: StatementBody;
};

export type StatementBalanceBody = {
  day: string;
  opening_cents: ExactInteger | null;
  closing_cents: ExactInteger | null;
};

export type StatementPartBody = {
  /** Null in a preview. */
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
  /** New lines whose bank id another line has, too. */
  bank_id_shared: number;
  /** Entries of the file that move no money. */
  left_out: number;
  /** How many of them for which reason. */
  left_out_reasons: LeftOutCounts;
  statements: StatementPartBody[];
  accounts: NamedTally[];
  /** Lines of the file that were skipped, with the reason. */
  errors: StatementError[];
  warnings: StatementError[];
  /** Of a long statement only a choice: lines that wait for a person come first. */
  lines: StatementLineBody[];
  lines_left_out: number;
  /** Lines of reports within the days of the file that the statement of their day has not. */
  unconfirmed: number;
  unconfirmed_lines: UnconfirmedLine[];
};

/** A file that was read and may be imported. */
export type ReadyImport = {
  readonly app: App;
  readonly operator: OperatorCaller;
  readonly file: StatementFile;
  readonly format: StatementFormat;
  readonly profile: string | null;
  readonly file_name: string | null;
  readonly dry_run: boolean;
};

const MOST_TOLD = 20;
const FILE_NAME_MAX = 255;

/** A message that is a question keeps its question mark. */
const asSentence = (message: string) => (message.endsWith('?') ? message : `${message}.`);

function refuseFile(errors: readonly StatementError[], file_name: string | null): Refusal {
  const [first] = errors;
  const file = file_name === null ? '' : `${file_name}, `;
  const where =
    first === undefined ? '' : ` ${file}line ${first.line}: ${asSentence(first.message)}`;
  const others = errors.length > 1 ? ` (${errors.length} lines are wrong.)` : '';
  // If the text begins a sentence, it needs a capital letter.
  const told = file_name === null ? where.replace(' line', ' Line') : where;
  return refuse('statement_invalid', `Nothing was imported.${told}${others}`, {
    errors: errors.slice(0, MOST_TOLD).map((error) => ({
      field: `line ${error.line}`,
      code: 'format' as const,
      message: error.message,
    })),
  });
}

/** Null if the format is to be recognised from the file. */
function readProfile(reader: FieldReader): StatementProfile | null {
  const mapping = reader.raw('mapping');
  if (typeof mapping !== 'string') {
    return PROFILES.get(reader.choice('profile', [...PROFILES.keys()]) ?? '') ?? null;
  }
  if (reader.raw('profile') !== undefined) {
    reader.wrong('mapping', 'not_allowed', 'cannot be combined with profile');
    return null;
  }
  const read = readMapping(mapping);
  if (!('problem' in read)) return read.profile;
  reader.wrong('mapping', 'format', read.problem);
  return null;
}

function readName(reader: FieldReader, field: 'file_name' | 'sheet'): string | null {
  const name = reader.raw(field);
  if (typeof name !== 'string') return null;
  const problem = textProblem(name, FILE_NAME_MAX);
  if (problem !== null) reader.wrong(field, 'format', problem);
  return problem === null ? name : null;
}

async function readGiven(
  app: App,
  operator: OperatorCaller,
  reader: FieldReader,
): Promise<ReceivingAccount | null> {
  if (reader.raw('receiving_account_id') === undefined) return null;
  return await accountOfLines(app, operator, reader);
}

const FIELDS = [
  ...['receiving_account_id', 'profile', 'mapping', 'sheet', 'on_error', 'dry_run', 'file_name'],
];

const isTable = (format: StatementFormat | null): boolean =>
  format !== null && TABLE_FILES.includes(format);

/** The accounts whose statements a feed may send; null: any. */
async function accountsOfFeed(app: App, { role, operator_token_id }: OperatorCaller) {
  if (role !== 'feed') return null;
  const { feeds } = await app.settings.current();
  return feeds.get(operator_token_id ?? '')?.receiving_account_ids ?? [];
}

/** Reads the whole file; after this the import is not refused any more. */
export async function prepareImport(
  app: App,
  operator: OperatorCaller,
  request: StatementRequest,
): Promise<ReadyImport | Refusal> {
  const { body, ...query } = request;
  const reader = readFields({ fields: query, errors: [] }, FIELDS);
  const given = await readGiven(app, operator, reader);
  const profile = readProfile(reader);
  const on_error = reader.choice('on_error', ['refuse', 'skip']) ?? 'refuse';
  const dry_run = reader.choice('dry_run', ['true', 'false']) === 'true';
  const file_name = readName(reader, 'file_name');
  const sheet = readName(reader, 'sheet');
  if (profile?.account === null && query.receiving_account_id === undefined) {
    reader.wrong('receiving_account_id', 'required', 'is required');
  }
  const refused = reader.refusal();
  if (isRefusal(refused)) return refused;
  const { accounts } = await app.settings.current();
  const bound_to = await accountsOfFeed(app, operator);
  const by = { profile, accounts, given, bound_to, now: serviceTime(app), sheet };
  const file = await readStatementApart(body, by);
  if (isRefusal(file)) return file;
  const { errors, parts, format } = file;
  // Only for tables: statements of other formats have to add up, which they do not if lines are
  // missing.
  const may_skip =
    on_error === 'skip' && isTable(format) && parts.some((one) => one.rows.count > 0);
  if (format === null || (errors.length > 0 && !may_skip)) return refuseFile(errors, file_name);
  const profile_name = isTable(format) ? (profile ?? STANDARD).name : null;
  return { app, operator, file, format, profile: profile_name, file_name, dry_run };
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
  const is_interim = INTERIM_FORMATS.includes(format);
  const kept = dry_run ? [] : await keepStatements(app, file.parts, ready, actor);
  const tally = dry_run
    ? await previewParts(app, actor, file.parts, is_interim, tell)
    : await takeParts(app, actor, kept, is_interim, tell);
  if (!dry_run) await noteImport(ready, kept, tally);
  const accounts = new Map(
    file.parts.map(({ account }) => [account.receiving_account_id, account] as const),
  );
  const parts = dry_run ? file.parts.map((part) => ({ ...part, statement_id: null })) : kept;
  return {
    dry_run,
    format,
    ...tally.counts,
    left_out: Object.values(file.left_out).reduce((sum, one) => sum + one, 0),
    left_out_reasons: file.left_out,
    statements: parts.map(partBody),
    accounts: tally.accounts().flatMap((one) => {
      const account = accounts.get(one.receiving_account_id);
      return account === undefined ? [] : [namedTally(one, account)];
    }),
    errors: [...file.errors],
    warnings: [...file.warnings],
    ...tally.listed(),
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
