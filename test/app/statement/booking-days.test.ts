// Booking days in the future: up to a week ahead is accepted, beyond it a line is wrong, in every
// format and by every way of import.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { importStatement } from '../../../server/app/statement/import-statement.ts';
import { bookingDayProblem } from '../../../server/domain/values/booking-day.ts';
import {
  accepted,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import { bytes, only, profileNamed, readFile } from '../file/read-file.ts';
import * as scene from '../scene.ts';

const NOW = Date.parse('2026-03-05T23:30:00Z');
const DAY_MS = 86_400_000;
const sample = (name: string) =>
  readFileSync(new URL(`../../statements/${name}`, import.meta.url), 'utf8');

test('the border is seven days after now', () => {
  const table: [at: string, problem: string | null][] = [
    ['1999-01-01', null],
    ['2026-03-05', null],
    ['2026-03-12', null],
    ['2026-03-12T23:30:00Z', null],
    ['2026-03-12T23:30:00.001Z', 'is 2026-03-12, more than 7 days ahead of today'],
    ['2026-03-13', 'is 2026-03-13, more than 7 days ahead of today'],
    ['2096-03-05', 'is 2096-03-05, more than 7 days ahead of today'],
  ];
  for (const [at, problem] of table) {
    assert.equal(bookingDayProblem(Date.parse(at), NOW), problem, at);
  }
});

describe('a file with a day decades ahead is refused, with line and field', () => {
  const day = 'is 2096-03-05, more than 7 days ahead of today';
  const later = day.replace('2096', '2046');
  const table: [
    what: string,
    text: string,
    profile: string | null,
    currency: string,
    told: object,
  ][] = [
    [
      'standard CSV',
      'booked_at,amount_cents\n2026-03-05,100\n2096-03-05,100\n',
      'standard',
      'INR',
      { line: 3, message: `booked_at ${day}` },
    ],
    [
      'a bank’s CSV',
      sample('volksbank.csv').replace('06.03.2026', '05.03.2096'),
      'volksbank',
      'EUR',
      { line: 2, message: `Buchungstag ${day}` },
    ],
    [
      'camt.053',
      sample('camt053-v02-batch.xml').replace(
        '<BookgDt><Dt>2026-03-05</Dt></BookgDt>',
        '<BookgDt><Dt>2096-03-05</Dt></BookgDt>',
      ),
      null,
      'EUR',
      { line: 32, message: `the booking date ${day}` },
    ],
    [
      'OFX',
      sample('ofx-sgml.ofx').replace('<DTPOSTED>20260304', '<DTPOSTED>20960305'),
      null,
      'NZD',
      { line: 35, message: `the booking date ${day}` },
    ],
    [
      'MT940, whose years have two digits',
      sample('mt940-german.sta').replace(':61:260305', ':61:460305'),
      null,
      'EUR',
      { line: 5, message: `the booking date ${later}` },
    ],
    [
      'a balance of MT940',
      sample('mt940-german.sta').replace(':62F:C260305', ':62F:C460305'),
      null,
      'EUR',
      { line: 1, message: `the day of a balance ${later}` },
    ],
  ];
  for (const [what, text, profile, currency, told] of table) {
    test(what, async () => {
      const by = profile === null ? null : profileNamed(profile);
      const { errors } = await readFile(bytes(text), only(currency), by, NOW);
      assert.deepEqual(errors[0], told);
    });
  }

  test('a week ahead is taken', async () => {
    const text = 'booked_at,amount_cents\n2026-03-12,100\n';
    const { errors, rows } = await readFile(
      bytes(text),
      only('INR'),
      profileNamed('standard'),
      NOW,
    );
    assert.deepEqual([errors, rows.length], [[], 1]);
  });
});

describe('by the clock of the service', () => {
  let service: TestApp;
  let receiving_account_id: string;
  before(async () => {
    service = await openTestApp();
    receiving_account_id = await scene.makeAccount(service.app, 'INR');
  });
  after(async () => {
    await service.stop();
  });

  const ahead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const give = (booked_at: string) =>
    takeBankLines(
      service.app,
      OPERATOR,
      raw({ receiving_account_id, lines: [{ amount_cents: 100, booked_at }] }),
    );

  test('a line that is given by hand or by a feed', async () => {
    accepted(await give(ahead(6)));
    const { errors = [] } = refusedWith(await give(ahead(8)));
    assert.deepEqual(
      errors.map(({ field, code }) => [field, code]),
      [['lines[0].booked_at', 'range']],
    );
    assert.match(errors[0]?.message ?? '', /^is \d{4}-\d\d-\d\d, more than 7 days ahead of today$/);
  });

  test('a file', async () => {
    const body = bytes(`booked_at,amount_cents\n${ahead(8)},100\n`);
    const refused = refusedWith(
      await importStatement(service.app, OPERATOR, { receiving_account_id, body }),
    );
    assert.match(refused.detail, /Line 2: booked_at is .*, more than 7 days ahead of today\.$/);
  });

  test('a reason that is a question ends as one', async () => {
    const body = bytes(`booked_at,amount_cents,text\n2026-03-05,1,"open\n${'x'.repeat(17_000)}`);
    const refused = refusedWith(
      await importStatement(service.app, OPERATOR, { receiving_account_id, body }),
    );
    assert.match(refused.detail, /is a quotation mark open\?$/);
  });
});
