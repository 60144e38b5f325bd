// Reads the file that somebody gives: its account, its layout, and what to do about wrong lines.
import { importShape } from '../../domain/line/statement-requests.ts';
import { beginReading } from '../../domain/request/read-request.ts';
import type { Notes, ReadOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/service/refusal.ts';
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
import { readStatementApart } from '../threads/read-apart.ts';

export const IMPORT_STATEMENT = importShape([...PROFILES.keys()], STANDARD.name);

type Query = { [Name in keyof typeof IMPORT_STATEMENT.fields]?: string | undefined };

/**
 * The account is required if the file names no known one. Without a profile or a mapping the format
 * is recognised from the file.
 */
export type StatementRequest = Query & {
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
function profileOf(
  { profile, mapping = null }: ReadOf<typeof IMPORT_STATEMENT>,
  notes: Notes,
): StatementProfile | null {
  if (mapping === null) return PROFILES.get(profile ?? '') ?? null;
  const read = readMapping(mapping);
  if (!('problem' in read)) return read.profile;
  notes.wrong('mapping', 'format', read.problem);
  return null;
}

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
  const reading = beginReading(IMPORT_STATEMENT, { fields: query, errors: [] });
  const { receiving_account_id } = reading.values;
  const given = await accountOfLines(app, operator, receiving_account_id, reading);
  const profile = profileOf(reading.values, reading);
  if (profile?.account === null && receiving_account_id === null) {
    reading.wrong('receiving_account_id', 'required', 'is required');
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { on_error, file_name, sheet } = asked;
  const dry_run = asked.dry_run === true;
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
