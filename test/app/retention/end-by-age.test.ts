// Each kind of data ends by the settings: what is older goes, what is younger stays.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, test } from 'node:test';
import { publishedLimits } from '../../../server/app/merchant/publish.ts';
import type { App } from '../../../server/app/process/app.ts';
import { createEndByAge } from '../../../server/app/retention/end-by-age.ts';
import { getRetention, setRetention } from '../../../server/app/retention/retention.ts';
import {
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from '../../../server/domain/service/retention-kinds.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: App;
before(async () => {
  service = await openTestApp();
  ({ app } = service);
});
after(() => service.stop());
beforeEach(async () => {
  await scene.sql(app, 'delete from retention_periods');
  await scene.sql(app, 'delete from retention_progress');
  await app.settings.refresh();
});

type Indexed = Exclude<RetentionKind, 'callback_attempts' | 'deliveries'>;

/** A row as SQL; a value that begins with `=` is an expression. */
function row(table: string, values: Record<string, string | number>): string {
  const sql = Object.values(values).map((value) =>
    typeof value === 'string' && value.startsWith('=') ? value.slice(1) : `'${value}'`,
  );
  return `insert into ${table} (${Object.keys(values).join()}) values (${sql.join()})`;
}

type Sample = {
  /** Rows that began at this time. */
  insert: (id: string, at: string) => readonly string[];
  /** What must be gone, or still be there. */
  left: (id: string) => string;
};

const SAMPLES: Readonly<Record<Indexed, Sample>> = {
  receipts: {
    insert: (id, at) => [
      row('receipts', {
        ...{ merchant_id: id, receipt_id: id, trade_id: id, slot: 1, file_type: 'png' },
        ...{ size_bytes: 1, content_hash: `=sha256($$${id}$$)`, given_at: at },
      }),
      row('receipt_files', { merchant_id: id, receipt_id: id, content: 'x' }),
    ],
    left: (id) => `select 1 from receipt_files where receipt_id = '${id}'`,
  },
  dispute_files: {
    insert: (id, at) => [
      row('dispute_files', {
        ...{ merchant_id: id, file_id: id, dispute_id: id, content: 'x', given_at: at },
      }),
    ],
    left: (id) => `select 1 from dispute_files where file_id = '${id}' and content is not null`,
  },
  proposal_files: {
    insert: (id, at) => [row('held_files', { held_file_id: id, content: 'x', held_at: at })],
    left: (id) => `select 1 from held_files where held_file_id = '${id}'`,
  },
  sessions: {
    insert: (id, at) => [
      row('sessions', {
        ...{
          session_id: id,
          person_id: id,
          session_hash: `=sha256($$${id}$$)`,
          stage: 'second_factor',
        },
        ...{ created_at: `${at} - interval '1 hour'`, last_seen_at: at, expires_at: at },
        ...{ address: '', user_agent: '' },
      }),
    ],
    left: (id) => `select 1 from sessions where session_id = '${id}'`,
  },
  alerts: {
    insert: (id, at) => [
      row('alerts', {
        ...{ alert_id: id, kind: 'books_unsound', subject_id: id, state: 'recovered' },
        ...{ severity: 'critical', item_count: 1, has_more: 'false', value: 1, threshold: 1 },
        ...{ over_since: at, raised_at: at, recovered_at: at },
      }),
    ],
    left: (id) => `select 1 from alerts where alert_id = '${id}'`,
  },
  alert_notices: {
    insert: (id, at) => [
      row('alert_notices', {
        ...{ alert_notice_id: id, alert_recipient_id: id, purpose: 'alerts', content: '{}' },
        ...{ created_at: at, status: 'delivered', attempts: 1, due_at: at, finished_at: at },
      }),
    ],
    left: (id) => `select 1 from alert_notices where alert_notice_id = '${id}'`,
  },
  report_sendings: {
    insert: (id, at) => [
      row('report_sendings', {
        ...{ report_sending_id: id, scheduled_report_id: id, first_day: 1, end_day: 2 },
        ...{ from_at: at, to_at: at, by_hand: 'false', created_at: at, status: 'delivered' },
        ...{ attempts: 1, due_at: at, finished_at: at, has_file: 'false' },
      }),
    ],
    left: (id) => `select 1 from report_sendings where report_sending_id = '${id}'`,
  },
};

const ago = (hours: number) => `=now() - interval '${hours} hours'`;

async function sample(kind: Indexed, hours: number): Promise<() => Promise<boolean>> {
  const id = randomUUID();
  const { insert, left } = SAMPLES[kind];
  for (const statement of insert(id, ago(hours))) await scene.sql(app, statement);
  return async () => (await scene.sql(app, left(id))).length > 0;
}

const set = async (kind: RetentionKind, days: number | null) =>
  accepted(await setRetention(app, OPERATOR, raw({ periods: [{ kind, days }], note: 'tried' })));

const shown = async (kind: RetentionKind) =>
  (await getRetention(app)).kinds.find((one) => one.kind === kind);

const run = () => createEndByAge(app)();

for (const kind of Object.keys(SAMPLES) as Indexed[]) {
  const { days, min_days, may_stay } = RETENTION[kind];
  test(`${kind} end after ${days} days, or after those that were set`, async () => {
    const older = await sample(kind, days * 24 + 1);
    const younger = await sample(kind, days * 24 - 1);
    const oldest = (await shown(kind))?.oldest_at;
    ok(oldest !== undefined && oldest !== null);
    ok(Date.parse(oldest) <= Date.now() - days * 86_400_000);
    ok((await run()) >= 1);
    deepEqual([await older(), await younger()], [false, true]);
    const { rows_ended, last_ended_at, looked_at } = (await shown(kind)) ?? {};
    equal(rows_ended, 1);
    ok(last_ended_at !== null && looked_at !== null);
    await set(kind, min_days);
    await run();
    deepEqual([await younger()], [days === min_days]);
  });

  if (may_stay) {
    test(`${kind} stay if they are to have no end`, async () => {
      const older = await sample(kind, 24 * 5_000);
      await set(kind, null);
      await run();
      equal(await older(), true);
      equal((await shown(kind))?.days, null);
    });
  }
}

test('the merchants’ limits tell how long files are kept now', async () => {
  await set('receipts', 45);
  const { limits } = await publishedLimits(app);
  equal(limits.receipt_kept_ms, 45 * 86_400_000);
  equal(limits.dispute_file_kept_ms, 400 * 86_400_000);
});

test('every kind is shown', async () => {
  const { kinds } = await getRetention(app);
  deepEqual(
    kinds.map(({ kind }) => kind),
    RETENTION_KINDS,
  );
});
