// Personal data in bank lines: in no readable row, still shown to operators, and recognised if it
// comes twice.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { newId, sha256Hex } from '../../../server/app/process/ids.ts';
import { lineContent } from '../../../server/domain/record/bank-line.ts';
import { canonicalText } from '../../../server/domain/values/text.ts';
import { StartupError } from '../../../server/lib/startup-error.ts';
import { sealEarlierRows } from '../../../server/store/open/earlier-rows.ts';
import * as scene from '../../app/scene.ts';
import { type EarlierCheckout, earlierCheckout } from '../../support/checkout/earlier-checkout.ts';
import { everything } from '../../support/every-row.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';

const TOLD = {
  text: 'UPI/PLANTED NARRATION/from Meera Krishnan',
  counterparty_name: 'Planted Counterparty',
  counterparty_number: '50100087654321',
  end_to_end_id: 'PLANTED-END-TO-END',
};
const PLANTED = [...Object.values(TOLD), 'Meera Krishnan', 'PLANTED NARRATION'];
const PLANTED_KEY = 'PLANTED-BANK-KEY';

function searchIn(text: string, ...planted: string[]): void {
  for (const secret of planted) {
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      sha256Hex(secret),
    ]) {
      ok(!text.includes(form), `${secret} stands in a table`);
    }
  }
}

describe('a bank line', () => {
  let service: TestApp;
  let account: string;
  before(async () => {
    service = await openTestApp();
    account = await scene.makeAccount(service.app, 'INR');
  });
  after(() => service.stop());

  it('stands in no row as it was told, its parts neither, and operators read it', async () => {
    const { app } = service;
    const [line] = await scene.feed(app, account, [{ amount_cents: 700, ...TOLD }]);
    const id = line?.id ?? '';
    const parts = { parts: [300, 400], note: 'two orders' };
    accepted(await reviewLine(app, OPERATOR, id, 'split', raw(parts), undefined));
    const text = await everything(app);
    ok(text.includes(id));
    searchIn(text, ...PLANTED);
    const { data } = accepted(await listBankLines(app, {}));
    equal(data.length, 3);
    for (const shown of data) {
      const { damaged, counterparty_number } = shown;
      deepEqual([shown.text, shown.counterparty_name], [TOLD.text, TOLD.counterparty_name]);
      equal(shown.end_to_end_id, TOLD.end_to_end_id);
      equal(damaged, false);
      match(String(counterparty_number), /^\d+\*+\d+$/);
    }
  });

  it('is known by its content without that anybody could try contents', async () => {
    const { app } = service;
    const booked_at = '2026-03-01T00:00:00.000Z';
    const line = { amount_cents: 710, booked_at, text: 'CASH DEPOSIT PLANTED' };
    const content = {
      amount_cents: 710n,
      booked_at: Date.parse(booked_at),
      utr: null,
      text: line.text,
    };
    const twice = [line, line];
    const first = await scene.feed(app, account, twice);
    equal(new Set(first.map(({ id }) => id)).size, 2);
    const again = await scene.feed(await service.another(), account, twice);
    deepEqual(
      again.map(({ id, status }) => [id, status]),
      first.map(({ id }) => [id, 'duplicate']),
    );
    searchIn(await everything(app), canonicalText(lineContent(content)), line.text);
  });

  it('that cannot be opened is shown as damaged, and hides no other', async () => {
    const { app } = service;
    const lines = await scene.feed(app, account, [
      { amount_cents: 720, ...TOLD },
      { amount_cents: 721, ...TOLD },
      { amount_cents: 722, ...TOLD },
      { amount_cents: 723, ...TOLD },
    ]);
    const [cut = '', moved = '', unknown = '', whole = ''] = lines.map(({ id }) => id);
    await service.allowChanges('bank_lines');
    const change = (id: string, to: string) =>
      scene.sql(app, `update bank_lines set sealed = ${to} where bank_line_id = '${id}'`);
    await change(cut, 'substring(sealed for 20)');
    await change(moved, `(select sealed from bank_lines where bank_line_id = '${whole}')`);
    await change(unknown, `'\\x7fffffff'::bytea || substring(sealed from 5)`);
    const { data } = accepted(await listBankLines(app, { status: 'suspense' }));
    const shown = new Map(data.map((line) => [line.id, line]));
    for (const id of [cut, moved, unknown]) {
      deepEqual([shown.get(id)?.damaged, shown.get(id)?.text], [true, null]);
      equal(accepted(await bankLineDetail(app, id)).line.damaged, true);
    }
    deepEqual([shown.get(whole)?.damaged, shown.get(whole)?.text], [false, TOLD.text]);
    // And a person can still decide what it was.
    accepted(await reviewLine(app, OPERATOR, cut, 'fee', raw({ note: 'fee' }), undefined));
  });
});

const LINE = `insert into bank_lines (bank_line_id, receiving_account_id, currency, amount_cents,
    booked_at, booked_exactly, narration, bank_id, line_key, received_at, counterparty_name,
    counterparty_number, end_to_end_id)
  values ($1, $2, 'INR', $3, to_timestamp($4 / 1000.0), true, $5, $6, $7, now(), $8, $9, $10)`;
const OUTCOME = `insert into bank_line_outcomes (bank_line_id, status, reason, candidates,
    decided_at)
  values ($1, 'suspense', 'no_candidate', '[]', now())`;

describe('bank lines from before', () => {
  const [account, by_content, by_id, bare] = [newId(), newId(), newId(), newId()];
  const booked_at = Date.parse('2026-11-01T10:00:00.000Z');
  let earlier: EarlierCheckout;
  before(async () => {
    earlier = await earlierCheckout('0014');
    const { seal } = earlier;
    const content = { amount_cents: 730n, booked_at, utr: null, text: TOLD.text };
    const key = `content:${sha256Hex(canonicalText(lineContent(content)))}:1`;
    const numberOf = (id: string) =>
      seal(TOLD.counterparty_number, `bank_lines/counterparty_number/${id}`);
    const { counterparty_name: name, end_to_end_id } = TOLD;
    await earlier.fill(async (client) => {
      await client.query(
        `insert into receiving_accounts (receiving_account_id, type, currency, name, number,
           number_hash, weight, exclusive_only, enabled, simulated, created_at)
         values ($1, 'account', 'INR', 'House', $2, '', 1, false, true, false, now())`,
        [account, seal('000111222333', `receiving_accounts/number/${account}`)],
      );
      const lines = [
        [by_content, 730, TOLD.text, null, key, name, numberOf(by_content), end_to_end_id],
        [by_id, 731, TOLD.text, PLANTED_KEY, `id:${PLANTED_KEY}`, name, null, null],
        [bare, 732, null, null, 'id:BARE', null, null, null],
      ] as const;
      for (const [id, amount, text, bank_id, line_key, ...told] of lines) {
        await client.query(LINE, [
          id,
          account,
          amount,
          booked_at,
          text,
          bank_id,
          line_key,
          ...told,
        ]);
        await client.query(OUTCOME, [id]);
      }
      // So many that they take more than one transaction.
      await client.query(
        `insert into bank_lines (bank_line_id, receiving_account_id, currency, amount_cents,
           booked_at, booked_exactly, narration, line_key, received_at)
         select gen_random_uuid(), $1, 'INR', 5, now(), true, 'PLANTED MANY ' || n, 'id:many-' || n,
           now()
         from generate_series(1, 4500) n`,
        [account],
      );
    });
  });
  after(() => earlier.stop());

  it('are sealed at the start, read as before, and known again by the same statement', async () => {
    const [app] = await Promise.all([earlier.start(), earlier.start()]);
    const text = await everything(app);
    ok(text.includes(by_content));
    searchIn(text, ...PLANTED, 'PLANTED MANY', 'id:many-77');
    const { data } = accepted(await listBankLines(app, { status: 'suspense' }));
    const shown = new Map(data.map((line) => [line.id, line]));
    const first = shown.get(by_content);
    deepEqual(
      [first?.text, first?.counterparty_name, first?.end_to_end_id, first?.damaged],
      [TOLD.text, TOLD.counterparty_name, TOLD.end_to_end_id, false],
    );
    match(String(first?.counterparty_number), /^\d+\*+4321$/);
    deepEqual([shown.get(bare)?.text, shown.get(bare)?.damaged], [null, false]);
    const again = await scene.feed(app, account, [
      { amount_cents: 730, booked_at: new Date(booked_at).toISOString(), text: TOLD.text },
      {
        amount_cents: 731,
        booked_at: new Date(booked_at).toISOString(),
        bank_id: PLANTED_KEY,
        text: TOLD.text,
      },
    ]);
    deepEqual(
      again.map(({ id, status }) => [id, status]),
      [
        [by_content, 'duplicate'],
        [by_id, 'duplicate'],
      ],
    );
    // The right to change lines went with the change.
    await rejects(
      earlier.fill((client) => client.query('update bank_lines set utr = utr')),
      /permission denied/,
    );
  });

  it('need the role that owns them', async () => {
    const app = await earlier.start();
    await earlier.fill(async (client) => {
      await client.query('grant update on bank_lines to current_user');
      await client.query(`update bank_lines set sealed = null where bank_line_id = '${bare}'`);
      await client.query('revoke update on bank_lines from current_user');
    });
    const { db, cipher } = app.store;
    await rejects(
      sealEarlierRows(db, cipher, () => undefined),
      (error) => {
        ok(error instanceof StartupError);
        match(error.message, /start once with MIGRATION_DATABASE_URL/);
        return true;
      },
    );
  });
});
