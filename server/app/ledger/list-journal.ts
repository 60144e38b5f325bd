// The journal of a month, page by page, for a file: as a table, or for Tally.
import type { ChosenColumn, JournalRow } from '../../domain/ledger/journal.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import { EXPORT_JOURNAL, EXPORT_TALLY } from '../../domain/ledger/ledger-requests.ts';
import type { LedgerNames } from '../../domain/ledger/tally.ts';
import { beginReading } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuse, refuseUnknown } from '../../domain/service/refusal.ts';
import { readEntries } from '../../store/ledger/ledger-lists.ts';
import type { App } from '../process/app.ts';
import { exponentOf } from '../request/views.ts';
import { readZone, type ZoneTime } from '../request/zone-time.ts';
import { ownerNames } from './list-ledger.ts';
import { monthStarts, numbersOf } from './month-numbers.ts';

const PAGE = 500n;

export type JournalQuery = QueryTexts<typeof EXPORT_JOURNAL>;

export type TallyQuery = QueryTexts<typeof EXPORT_TALLY>;

type Pages = AsyncIterable<JournalRow[]>;

export type MonthJournal = { columns: readonly ChosenColumn[]; pages: Pages };

type Span = { book: string; first: bigint; next: bigint; zone: ZoneTime };

/** Entries are never changed, so that pages that are read one after the other fit together. */
async function* pagesOf(app: App, { book, first, next, zone }: Span): AsyncGenerator<JournalRow[]> {
  for (let at = first; at < next; at += PAGE) {
    const limit = next - at < PAGE ? next - at : PAGE;
    const entries = await readEntries(app.store.db, book, at - 1n, Number(limit));
    const settings = await app.settings.current();
    yield entries.flatMap((entry) =>
      entry.postings.map((posting) => {
        const of = ownerNames(posting.account, settings);
        const owners = [of.merchant_name, of.receiving_account_name].filter((one) => one !== null);
        return { entry, posting, owners, shown_at: zone.shownAt(entry.at) };
      }),
    );
  }
}

type Month = { month: string; first: number; next: number };

/** An export without them would look whole. */
const refuseRemoved = (month: string): Refusal =>
  refuse(
    'act_not_allowed',
    `The entries of ${month} were archived and removed: they are in the archive of the month.`,
    { extra: { act: 'export', reason: 'month_removed' } },
  );

/** Of the house's book, or of one merchant's; a refusal if there is no such book. */
async function openMonth(
  app: App,
  { month, first, next }: Month,
  merchant_id: string | null,
  zone: ZoneTime,
): Promise<Pages | Refusal> {
  const book = merchant_id ?? HOUSE_BOOK;
  const span = { month, from: zone.momentOf(first), to: zone.momentOf(next) };
  const numbers = await numbersOf(app.store.db, book, span);
  if (numbers === null) return refuseUnknown();
  if (numbers.is_removed) return refuseRemoved(month);
  return pagesOf(app, { book, ...numbers, zone });
}

export async function listJournal(
  app: App,
  month: string,
  query: JournalQuery,
): Promise<MonthJournal | Refusal> {
  const starts = monthStarts(month);
  if (starts === null) return refuseUnknown();
  const reading = beginReading(EXPORT_JOURNAL, { fields: query, errors: [] });
  const zone = readZone(reading.values.time_zone, reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const pages = await openMonth(app, { month, ...starts }, asked.merchant_id, zone);
  return isRefusal(pages) ? pages : { columns: asked.columns, pages };
}

/** What the vouchers need to know beside the postings. */
export type TallyJournal = {
  form: {
    currency: string;
    exponent: number;
    ledgers: LedgerNames;
    voucher_type: string;
    company: string | null;
  };
  pages: Pages;
};

export async function listTally(
  app: App,
  month: string,
  query: TallyQuery,
): Promise<TallyJournal | Refusal> {
  const starts = monthStarts(month);
  if (starts === null) return refuseUnknown();
  const reading = beginReading(EXPORT_TALLY, { fields: query, errors: [] });
  const zone = readZone(reading.values.time_zone, reading);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { merchant_id, time_zone: _zone, ...form } = asked;
  const pages = await openMonth(app, { month, ...starts }, merchant_id, zone);
  if (isRefusal(pages)) return pages;
  return { form: { ...form, exponent: exponentOf(form.currency) }, pages };
}
