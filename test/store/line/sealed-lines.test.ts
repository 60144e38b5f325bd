// Personal data in bank lines: in no readable row, still shown to operators, and recognised if it
// comes twice.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bankLineDetail } from '../../../server/app/line/bank-line-detail.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { lineContent } from '../../../server/domain/record/bank-line.ts';
import { canonicalText } from '../../../server/domain/values/text.ts';
import * as scene from '../../app/scene.ts';
import { everything } from '../../support/every-row.ts';
import { accepted, OPERATOR, openTestApp, raw, type TestApp } from '../../support/test-app.ts';

const TOLD = {
  text: 'UPI/PLANTED NARRATION/from Meera Krishnan',
  counterparty_name: 'Planted Counterparty',
  counterparty_number: '50100087654321',
  end_to_end_id: 'PLANTED-END-TO-END',
};
const PLANTED = [...Object.values(TOLD), 'Meera Krishnan', 'PLANTED NARRATION'];

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
