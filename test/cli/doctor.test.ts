// `doctor`: every check passes against a healthy service, and each fails when its part is broken.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ServiceAnswer } from '../../cli/client/client.ts';
import { ownVersion } from '../../cli/client/own-version.ts';
import { CHECKS, type DoctorFacts } from '../../cli/commands/developer/doctor-checks.ts';
import { type OperatorService, openOperatorService } from '../http/operator/operator-service.ts';
import { makeMerchant, OPERATOR_TOKEN } from '../support/test-app.ts';
import { runCli } from './test-terminal.ts';

const NOW = Date.parse('2026-03-05T12:00:00.000Z');
const body = (value: object): ServiceAnswer => ({ kind: 'body', body: { ...value } });
const AWAY: ServiceAnswer = { kind: 'unreachable', message: 'The service cannot be reached.' };
const REFUSED: ServiceAnswer = {
  kind: 'problem',
  problem: { status: 401, code: 'unauthorized', detail: 'There is no valid token.' },
};

const DATABASE = {
  version: '18.1',
  migrations_applied: 60,
  migrations_known: 60,
  archives: true,
  last_archived_at: '2026-03-05T11:00:00.000Z',
  last_archive_failed_at: null,
};
const SERVICE = {
  version: ownVersion(),
  mode: 'live',
  public_url: 'https://pay.example',
  at: '2026-03-05T12:00:01.000Z',
  database: DATABASE,
  disk: { total_bytes: 100, free_bytes: 50 },
  one_person: null,
};
const PROVIDER = { issuer: 'https://id.example', redirect_uri: 'https://x', problem: null };
const RECIPIENT = { name: 'Night shift', channel: 'email', enabled: true, failing_since: null };

const HEALTHY: DoctorFacts = {
  ready: body({ ok: true }),
  session: body({ name: 'Asha', role: 'owner' }),
  service: body(SERVICE),
  attention: body({ data: [{ kind: 'payins_to_verify', is_over: false }] }),
  openid: body(PROVIDER),
  recipients: body({ data: [RECIPIENT] }),
  proofs: body({ data: [{ day: '2026-03-04' }] }),
  events: body({ data: [] }),
  now: NOW,
};

const service = (fields: object) => ({ service: body({ ...SERVICE, ...fields }) });
const database = (fields: object) => service({ database: { ...DATABASE, ...fields } });
const waiting = (kind: string, severity = 'critical') => ({
  attention: body({
    data: [{ kind, severity, is_over: true, text: `Too long: ${kind}.`, command: 'verify' }],
  }),
});

type Broken = readonly [what: string, facts: Partial<DoctorFacts>, state: string, says: RegExp];

/** What breaks each check; a check without a row is named by the test. */
const BROKEN: Readonly<Record<string, readonly Broken[]>> = {
  service: [['is away', { ready: AWAY }, 'failed', /cannot be reached/]],
  database: [
    ['is out of reach', { ready: AWAY }, 'skipped', /cannot be reached/],
    ['takes no write', { ready: { ...REFUSED } }, 'failed', /test write/],
    ['is not ready', { ready: body({ ok: false }) }, 'failed', /test write/],
  ],
  'operator token': [
    ['cannot be tried', { ready: AWAY, session: AWAY }, 'skipped', /cannot be reached/],
    ['is wrong', { session: REFUSED }, 'failed', /401 unauthorized/],
    ['is not there', { session: null }, 'skipped', /OPERATOR_TOKEN/],
  ],
  'merchant token': [
    ['is wrong', { events: REFUSED }, 'failed', /401/],
    ['is not there', { events: null }, 'skipped', /MERCHANT_TOKEN/],
  ],
  version: [['is another', service({ version: '9.9.9' }), 'warning', /9\.9\.9/]],
  mode: [['is live without https', service({ public_url: 'http://x' }), 'failed', /http:\/\/x/]],
  'two people': [
    ['are off', service({ one_person: 'One person alone may.' }), 'warning', /One person alone/],
    ['are not known', { service: REFUSED }, 'failed', /401/],
  ],
  'sign-in': [
    [
      'has a provider that is away',
      { openid: body({ ...PROVIDER, problem: 'it answers with 503' }) },
      'failed',
      /id\.example: it answers with 503/,
    ],
  ],
  clock: [
    ['is behind', service({ at: '2026-03-05T11:59:00.000Z' }), 'failed', /60 s/],
    ['is ahead', service({ at: '2026-03-05T12:05:00.000Z' }), 'failed', /300 s/],
  ],
  migrations: [['are missing', database({ migrations_applied: 59 }), 'failed', /59 of 60/]],
  backups: [
    ['are not made', database({ archives: false }), 'warning', /does not archive/],
    [
      'fail',
      database({ last_archive_failed_at: '2026-03-05T11:30:00.000Z' }),
      ...(['failed', /fails/] as const),
    ],
  ],
  disk: [
    ['is nearly full', service({ disk: { total_bytes: 100, free_bytes: 9 } }), 'failed', /9 %/],
    ['is elsewhere', service({ disk: null }), 'skipped', /DATA_DIR/],
  ],
  books: [['do not hold', waiting('books_unsound'), 'failed', /books_unsound/]],
  proof: [
    ['is missing', { proofs: body({ data: [{ day: '2026-03-02' }] }) }, 'failed', /2026-03-02/],
    ['is not there yet', { proofs: body({ data: [] }) }, 'warning', /none yet/],
  ],
  callbacks: [['fail', waiting('callbacks_failing', 'warning'), 'warning', /callbacks_failing/]],
  alerts: [
    ['reach nobody', { recipients: body({ data: [] }) }, 'warning', /nobody/],
    [
      'cannot be sent',
      {
        recipients: body({
          data: [{ ...RECIPIENT, failing_since: '2026-03-05', last_problem: 'refused' }],
        }),
      },
      ...(['failed', /Night shift \(email\): refused/] as const),
    ],
  ],
  'open work': [['waits', waiting('payins_to_verify', 'warning'), 'warning', /payins_to_verify/]],
};

describe('each check', () => {
  for (const { name, examine } of CHECKS) {
    it(`${name}: passes if all is right, and not if it is not`, () => {
      equal(examine(HEALTHY).state, 'ok', examine(HEALTHY).found);
      const cases = BROKEN[name] ?? [];
      ok(cases.length > 0, `nothing breaks ${name}`);
      for (const [what, facts, state, says] of cases) {
        const finding = examine({ ...HEALTHY, ...facts });
        equal(finding.state, state, what);
        match(finding.found, says);
        if (state !== 'skipped') ok((finding.advice ?? '').length > 10, what);
      }
    });
  }

  it('is in the table of what breaks it, and in no other row', () => {
    deepEqual(
      Object.keys(BROKEN),
      CHECKS.map(({ name }) => name),
    );
  });
});

describe('doctor against a service', () => {
  let running: OperatorService;
  before(async () => {
    running = await openOperatorService();
  });
  after(() => running.stop());

  it('has an answer to every check, for people and as JSON', async () => {
    const { token } = await makeMerchant(running.app);
    const env = { PAYMENT_ORDERS_URL: running.url, OPERATOR_TOKEN, MERCHANT_TOKEN: token };
    const { code, out, err } = await runCli(['doctor', '--json'], { env });
    const told = JSON.parse(out);
    const failed = told.checks.filter(({ state }: { state: string }) => state === 'failed');
    deepEqual([code, err, failed], [0, '', []]);
    deepEqual(
      told.checks.map(({ name }: { name: string }) => name),
      CHECKS.map(({ name }) => name),
    );
    const shown = await runCli(['doctor'], { env });
    match(shown.out, /^ok +mode +sandbox at http/m);
    ok(!shown.out.includes(OPERATOR_TOKEN) && !shown.out.includes(token));
  });

  it('without tokens checks what it can, and without a service says so', async () => {
    const bare = await runCli(['doctor'], { env: { PAYMENT_ORDERS_URL: running.url } });
    equal(bare.code, 0, bare.out);
    match(bare.out, /^skipped +operator token +not asked: there is no OPERATOR_TOKEN$/m);
    const env = { PAYMENT_ORDERS_URL: 'http://127.0.0.1:9', OPERATOR_TOKEN };
    const away = await runCli(['doctor'], { env });
    equal(away.code, 3);
    match(away.out, /^failed +service .*\n +-> Start it/m);
    const wrong = { PAYMENT_ORDERS_URL: running.url, OPERATOR_TOKEN: 'x'.repeat(40) };
    equal((await runCli(['doctor'], { env: wrong })).code, 1);
  });
});
