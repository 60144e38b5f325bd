// Reads the file that somebody gives: its account, its layout, and what to do about wrong lines.
import type { ReceivingAccount } from '../../domain/record/receiving-account.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
import { textProblem } from '../../domain/values/text.ts';
import type { StatementProfile } from '../../formats/statement/csv/statement-profile.ts';
import { PROFILES, STANDARD } from '../../formats/statement/csv/statement-profiles.ts';
import { type StatementFormat, TABLE_FILES } from '../../formats/statement/statement-format.ts';
import type { StatementError } from '../file/collect-parts.ts';
import { readMapping } from '../file/read-mapping.ts';
import type { StatementBody } from '../file/statement-bytes.ts';
import type { StatementFile } from '../file/statement-part.ts';
import { accountOfLines } from '../line/take-bank-lines.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { readStatementApart } from '../threads/read-apart.ts';

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
  /** A file that waited and is approved now: it is read from where it was kept. */
  held_file_id?: string | undefined;
  body: StatementBody;
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

/** Refuses a file with wrong lines, unless these may be left out. */
export async function readGivenFile(
  app: App,
  operator: OperatorCaller,
  request: StatementRequest,
): Promise<ReadyImport | Refusal> {
  const { body, held_file_id: _, ...query } = request;
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
