// Takes the bank lines that a feed or a person sends through the operator API.

import { takeLinesShape } from '../../domain/line/taken-line-requests.ts';
import { type ReceivingAccount, UNKNOWN_ACCOUNT } from '../../domain/record/receiving-account.ts';
import { beginReading, type RawFields } from '../../domain/request/read-request.ts';
import type { Notes } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type ReadDate, readDate } from '../../formats/statement/statement-date.ts';
import { findAccount } from '../account/receiving-accounts.ts';
import { claimEvidence, type GivenEvidence } from '../approval/claim-evidence.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { audit } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import type { GivenLine } from './bank-line-commands.ts';
import { measureEvidence } from './measure-evidence.ts';
import { takeGivenLines } from './take-given-lines.ts';
import type { TakenLineBody } from './taken-line.ts';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** An ISO 8601 time with its zone, or only a day; of the years that statements allow. */
function readBooked(text: unknown): ReadDate | null {
  if (typeof text !== 'string' || !(TIME.test(text) || DAY.test(text))) return null;
  // Date.parse alone accepts 30 February and the year 0, readDate alone a zone of 99 hours.
  return Number.isNaN(Date.parse(text)) ? null : readDate({ date: text, time: '' }, ['ISO'], 0);
}

export const TAKE_LINES = takeLinesShape(readBooked);

/**
 * The refusal if a feed may not give lines for this account, naming those that it may; null for
 * everybody else.
 */
async function foreignAccount(
  app: App,
  { role, operator_token_id }: OperatorCaller,
  receiving_account_id: string,
): Promise<string | null> {
  if (role !== 'feed') return null;
  const { feeds } = await app.settings.current();
  const own = feeds.get(operator_token_id ?? '')?.receiving_account_ids ?? [];
  if (own.includes(receiving_account_id)) return null;
  const named = own.length === 0 ? 'it has none yet' : own.join(', ');
  return `is not an account for which this feed may send lines; it may for: ${named}`;
}

/** The account that the lines belong to; null if there is none. A wrong one is noted. */
export async function accountOfLines(
  app: App,
  operator: OperatorCaller,
  id: string | null | undefined,
  notes: Notes,
): Promise<ReceivingAccount | null> {
  if (id === null || id === undefined) return null;
  const problem = await foreignAccount(app, operator, id);
  if (problem !== null) notes.wrong('receiving_account_id', 'not_allowed', problem);
  if (problem !== null) return null;
  const account = await findAccount(app, id);
  if (account === undefined) {
    notes.wrong('receiving_account_id', 'unknown_value', UNKNOWN_ACCOUNT);
  }
  return account ?? null;
}

const countOf = ({ length }: readonly GivenLine[]): string =>
  length === 1 ? '1 bank line by hand' : `${length} bank lines by hand`;

/** Lines that a person gives by themselves are their claim; the request says everything of it. */
function evidenceOf(
  app: App,
  { fields }: RawFields,
  account: ReceivingAccount,
  { lines, note }: { lines: readonly GivenLine[]; note: string | null },
): GivenEvidence {
  const text = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value;
  const { receiving_account_id, currency } = account;
  const sizes = lines.map(({ amount_cents: one }) => (one < 0n ? -one : one));
  return {
    lines_text: JSON.stringify([receiving_account_id, lines], text),
    note: note ?? countOf(lines),
    totals: new Map([[currency, sizes.reduce((sum, one) => sum + one, 0n)]]),
    measure: async () => {
      const measured = await measureEvidence(app, account, lines);
      return [{ ...measured, opening_cents: null, closing_cents: null }];
    },
    hold: () => Promise.resolve(fields),
  };
}

export async function takeBankLines(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<{ lines: TakenLineBody[] } | Refusal> {
  const reading = beginReading(TAKE_LINES, raw, { now: serviceTime(app) });
  const { receiving_account_id } = reading.values;
  const named = await accountOfLines(app, operator, receiving_account_id, reading);
  const asked = reading.resultWith('receiving_account_id', named, UNKNOWN_ACCOUNT);
  if (isRefusal(asked)) return asked;
  const { lines, note } = asked.values;
  const account = asked.found;
  const claimed = await claimEvidence(
    app,
    operator,
    evidenceOf(app, raw, account, { lines, note }),
  );
  if (claimed !== null) return claimed;
  const taken = await takeGivenLines(app, operatorActor(operator), account, lines);
  const target = `receiving_accounts/${account.receiving_account_id}`;
  const duplicates = taken.filter(({ status }) => status === 'duplicate').length;
  const waiting = taken.filter(({ status }) => status === 'waiting').length;
  const detail = { lines: taken.length, duplicates, ...(waiting === 0 ? {} : { waiting }) };
  await audit(app, operatorActor(operator), 'bank_lines_taken', target, detail);
  return { lines: taken };
}
