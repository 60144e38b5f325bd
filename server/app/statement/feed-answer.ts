// The answer to a feed: which of its lines were new and which were known. It never depends on
// merchants or trades, or else a feed could find out whether an order exists.
import type { TakenLineBody } from '../line/taken-line.ts';
import type { OperatorCaller } from '../request/caller.ts';
import type { StatementResult } from './import-statement.ts';
import type { AccountTally, StatementLineBody } from './import-tally.ts';

export type IntakeLine = { line: number; status: 'new' | 'duplicate' };

/** `line` counts from 1 in the order in which the feed sent the lines. */
export type FeedLines = { imported: number; duplicate: number; lines: IntakeLine[] };

export type FeedTally = Pick<
  AccountTally,
  | 'receiving_account_id'
  | 'currency'
  | 'imported'
  | 'duplicate'
  | 'in_cents'
  | 'out_cents'
  | 'duplicate_cents'
>;

type Told =
  | 'dry_run'
  | 'format'
  | 'imported'
  | 'duplicate'
  | 'left_out'
  | 'left_out_reasons'
  | 'statements'
  | 'errors'
  | 'warnings'
  | 'lines_left_out';

export type FeedStatement = Pick<StatementResult, Told> & {
  accounts: FeedTally[];
  lines: IntakeLine[];
};

const isFeed = (caller: OperatorCaller) => caller.role === 'feed';

const intake = (line: number, { status }: Pick<TakenLineBody, 'status'>): IntakeLine => ({
  line,
  status: status === 'duplicate' ? 'duplicate' : 'new',
});

function feedLines(taken: readonly TakenLineBody[]): FeedLines {
  const lines = taken.map((one, index) => intake(index + 1, one));
  const duplicate = lines.filter(({ status }) => status === 'duplicate').length;
  return { imported: lines.length - duplicate, duplicate, lines };
}

const feedTally = (tally: AccountTally): FeedTally => ({
  receiving_account_id: tally.receiving_account_id,
  currency: tally.currency,
  imported: tally.imported,
  duplicate: tally.duplicate,
  in_cents: tally.in_cents,
  out_cents: tally.out_cents,
  duplicate_cents: tally.duplicate_cents,
});

/**
 * For a long file only a choice of lines is listed, which would reveal which ones wait in suspense:
 * so a feed's answer then lists none.
 */
function feedList(listed: readonly StatementLineBody[], left_out: number) {
  if (left_out > 0) return { lines: [], lines_left_out: left_out + listed.length };
  return { lines: listed.map((one) => intake(one.line, one)), lines_left_out: 0 };
}

function feedStatement(result: StatementResult): FeedStatement {
  const { dry_run, format, imported, duplicate, left_out, left_out_reasons } = result;
  const { statements, accounts, errors, warnings, lines, lines_left_out } = result;
  return {
    dry_run,
    format,
    imported,
    duplicate,
    left_out,
    left_out_reasons,
    statements,
    accounts: accounts.map(feedTally),
    errors,
    warnings,
    ...feedList(lines, lines_left_out),
  };
}

/** Operators get the whole result. */
export const tellLines = (
  caller: OperatorCaller,
  body: { lines: TakenLineBody[] },
): { lines: TakenLineBody[] } | FeedLines => (isFeed(caller) ? feedLines(body.lines) : body);

export const tellStatement = (
  caller: OperatorCaller,
  result: StatementResult,
): StatementResult | FeedStatement => (isFeed(caller) ? feedStatement(result) : result);
