// Past trades as records of the proof, in an order that is always the same.
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { hashed } from '../proof/decision-sources.ts';
import { hashesText, readErasedValues } from '../proof/erased-values.ts';
import { hashedTrade } from '../proof/open-record.ts';
import { contentSql } from '../proof/record-columns.ts';
import type { FoundRecord } from '../proof/record-sources.ts';

type PastRow = {
  merchant_id: string;
  name: string;
  content: string;
  client_id: Buffer | null;
  sealed: Buffer | null;
  callback_url: string | null;
  return_url: string | null;
  description: string | null;
  metadata: string | null;
};

const PAGE = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Page by page; an erased value counts with the hash that was kept of it. */
export async function* streamPastRecords(
  tx: Queryable,
  cipher: Cipher,
): AsyncGenerator<FoundRecord[]> {
  let after = [FIRST, FIRST];
  for (;;) {
    const rows: PastRow[] = await tx.query<PastRow>(
      'read-past-records',
      `select t.merchant_id, t.trade_id::text as name, t.client_id, t.payee as sealed,
         t.callback_url, t.return_url, t.description, t.metadata,
         ${hashed(contentSql('past_trades', 't'))} as content
       from past_trades t where (t.merchant_id, t.trade_id) > ($1::uuid, $2::uuid)
       order by t.merchant_id, t.trade_id limit ${PAGE}`,
      after,
    );
    const opened = rows.map((row) => ({ row, values: hashedTrade(cipher, row) }));
    const absent = opened.flatMap(({ values }) => values.filter(({ hash }) => hash === null));
    const kept = await readErasedValues(
      tx,
      absent.map(({ place }) => place),
    );
    const records = opened.map(
      ({ row: { name, content }, values }): FoundRecord => ({
        number: 0n,
        kind: 'trade',
        name,
        content: `${content}${hashesText(values, kept)}`,
        is_replaced: false,
      }),
    );
    if (records.length > 0) yield records;
    const last = rows.at(-1);
    if (rows.length < PAGE || last === undefined) return;
    after = [last.merchant_id, last.name];
  }
}

type CountedPast = {
  readonly past_sha256: string;
  /** How many past trades each month has. */
  readonly past: Readonly<Record<string, number>>;
};

/** What the audit trail has of the past trades since the last month was removed. */
export async function readCountedPast(tx: Queryable): Promise<CountedPast | null> {
  const [row] = await tx.query<CountedPast>(
    'read-counted-past',
    `select coalesce(detail->>'past_sha256', 'none') as past_sha256,
       coalesce(detail->'past', '{}') as past
     from audit_entries where action = 'past_trades_counted' order by number desc limit 1`,
    [],
  );
  return row ?? null;
}

export async function readPastCounts(tx: Queryable): Promise<Record<string, number>> {
  const rows = await tx.query<{ month: string; trades: number }>(
    'count-past-trades',
    `select archived_month as month, count(*)::int as trades from past_trades
     group by 1 order by 1`,
    [],
  );
  return Object.fromEntries(rows.map(({ month, trades }) => [month, trades]));
}
