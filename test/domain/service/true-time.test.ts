// Whatever runs by a clock asks for the service's time, which a sandbox can advance. This is the
// list of all that keeps the true time, each with its reason; any other use is refused.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';

const SERVER = new URL('../../../server/', import.meta.url);

const ACCESS = 'an advance signs nobody out and ends no token, code or link';
const PEOPLE = 'when people changed it, as in the audit trail';
const SIGNED = 'receivers compare a signature’s time with their own clocks';
const RECEIVERS = 'they write the date of Retry-After by their own clocks';
const MONITORING = 'monitoring compares it with its own clock';
const CLOCK = 'compares clocks: the database’s, the machine’s and the steady one';
const KEYS = 'what seals rows and how long it lives is no business of the sandbox’s clock';
const LENT = 'leases: processes lend each other by the true time';
const LIMITS = 'leases and attempts per second of an endpoint, which is as fast as before';
const AHEAD = 'adds how far the service’s time is ahead';
const MOVES = 'a pause of the database itself, and when a cell moved';

/** By file, below server/. */
const TRUE_TIME: Readonly<Record<string, string>> = {
  'app/access/authenticate-merchant.ts': ACCESS,
  'app/access/authenticate-operator.ts': ACCESS,
  'app/access/clean-signatures.ts': CLOCK,
  'app/access/local-owner.ts': ACCESS,
  'app/operator-token/note-token-use.ts': ACCESS,
  'app/access/person-links.ts': ACCESS,
  'app/access/presence.ts': ACCESS,
  'app/account/feed-tokens.ts': ACCESS,
  'app/alert/notices.ts': `${SIGNED}; ${LENT}`,
  'app/report/export-access-review.ts': ACCESS,
  'app/report/make-report-post.ts': SIGNED,
  'app/report/send-reports.ts': LENT,
  'app/approval/maker.ts': ACCESS,
  'app/alert/measure-service.ts': MONITORING,
  'app/callback/deliver.ts': SIGNED,
  'app/callback/test-endpoint.ts': SIGNED,
  'app/cell/copy-settings.ts': PEOPLE,
  'app/cell/look-at-cells.ts': CLOCK,
  'app/factor/check-factor.ts': ACCESS,
  'app/factor/enrol-passkey.ts': ACCESS,
  'app/factor/enrol-totp.ts': ACCESS,
  'app/factor/recovery-codes.ts': ACCESS,
  'app/merchant/tokens.ts': ACCESS,
  'app/open-app.ts': ACCESS,
  'app/operator-token/issue-operator-token.ts': ACCESS,
  'app/operator-token/operator-tokens.ts': ACCESS,
  'app/operator-token/own-tokens.ts': ACCESS,
  'app/process/follow-clock.ts': CLOCK,
  'app/process/ids.ts': 'ids of all processes keep their order while one of them knows an advance',
  'app/process/service-time.ts': AHEAD,
  'app/proof/daily-proof.ts': CLOCK,
  'app/proof/make-proof.ts': CLOCK,
  'app/request/audit.ts': 'when somebody really did it',
  'app/saved-view/saved-views.ts': PEOPLE,
  'app/seed/sandbox-owner.ts': ACCESS,
  'app/seed/seed-sandbox.ts': ACCESS,
  'app/setting/person-acts.ts': ACCESS,
  'app/setting/sign-in-acts.ts': ACCESS,
  'app/trace/trace-batches.ts': MONITORING,
  'http/merchant/authenticate.ts': ACCESS,
  'http/operator/access/authenticate.ts': ACCESS,
  'cells/cells-beside.ts': MONITORING,
  'cells/keep-cells.ts': MONITORING,
  'jobs/callback-client.ts': RECEIVERS,
  'jobs/outgoing.ts': RECEIVERS,
  'app/retention/end-by-age.ts': ACCESS,
  'store/retention/retention-progress.ts': ACCESS,
  'store/access/ended-access.ts': ACCESS,
  'store/access/openid-accounts.ts': ACCESS,
  'store/access/openid-requests.ts': ACCESS,
  'store/access/operator-tokens.ts': ACCESS,
  'store/access/own-tokens.ts': ACCESS,
  'store/access/people.ts': ACCESS,
  'store/access/person-links.ts': ACCESS,
  'store/access/presences.ts': ACCESS,
  'store/access/sessions.ts': ACCESS,
  'store/access/sign-in-tries.ts': ACCESS,
  'store/access/used-signatures.ts': ACCESS,
  'store/alert/alert-settings.ts': PEOPLE,
  'store/alert/thresholds.ts': PEOPLE,
  'store/approval/ties.ts': PEOPLE,
  'store/backup/load-backup.ts': 'when the database was restored',
  'store/backup/make-backup.ts': 'when the backup was made',
  'store/batch/settings-version.ts': AHEAD,
  'store/callback/claim-deliveries.ts': LENT,
  'store/callback/endpoint-limits.ts': LIMITS,
  'store/callback/service-now.ts': AHEAD,
  'store/encryption/data-keys.ts': KEYS,
  'store/encryption/encryption.ts': KEYS,
  'store/encryption/reseal.ts': KEYS,
  'store/factor/enrolment-links.ts': ACCESS,
  'store/factor/factors.ts': ACCESS,
  'store/factor/passkey-challenges.ts': ACCESS,
  'store/factor/passkeys.ts': ACCESS,
  'store/factor/recovery-codes.ts': ACCESS,
  'store/factor/session-stages.ts': ACCESS,
  'store/factor/totp-secrets.ts': ACCESS,
  'store/merchant/tokens.ts': ACCESS,
  'store/moving/cell-follower.ts': MOVES,
  'store/moving/move-records.ts': MOVES,
  'store/moving/write-gate.ts': MOVES,
  'store/schema/cell-identity.ts': 'when a cell was named',
  'store/schema/database-mode.ts': 'when the database was made',
  'store/schema/installation.ts': 'when the database was seen at its place',
  'store/schema/recorded-migrations.ts': 'when the database was migrated',
  'store/schema/service-database.ts': CLOCK,
  'store/schema/write-probe.ts': 'whether the database can be written now',
  'store/trade/trade-windows.ts': 'ids carry the true time',
};

const COMMENTS = /\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm;
/** The clock argument of `serviceNow` is not a use of its own. */
const SERVICE_NOW = /serviceNow\([^)]*(?:\(\)')?\)/g;
const USES = [
  // The machine's clock.
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/,
  // The database's clock as a process knows it.
  /\bsettings\.now\b|\b(?:readClock|lookAtClock)\b|\breadSettingsVersion\(/,
  // The database's clock in a statement.
  /(?<![.\w])now\(\)|\b(?:clock|statement|transaction)_timestamp\b|\btimeofday\b/,
  /\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/,
];

/** The signature of an object's own method. */
const SIGNATURE = /\bnow\(\): \w+/g;

function usesTrueTime(text: string): boolean {
  const code = text.replace(COMMENTS, '').replace(SERVICE_NOW, '').replace(SIGNATURE, '');
  return USES.some((use) => use.test(code));
}

async function sources(): Promise<Map<string, string>> {
  const names = await readdir(SERVER, { recursive: true });
  const files = names.filter((name) => name.endsWith('.ts'));
  const texts = files.map(async (name) => [name, await readFile(new URL(name, SERVER), 'utf8')]);
  return new Map((await Promise.all(texts)) as [string, string][]);
}

test('nothing but what is listed uses the true time, and all of that does', async () => {
  const found = [...(await sources())].filter(([, text]) => usesTrueTime(text));
  const known = Object.keys(TRUE_TIME).toSorted();
  assert.deepEqual(found.map(([name]) => name).toSorted(), known);
});

test('a planted use is found, in whatever form', () => {
  for (const planted of [
    'const at = Date.now();',
    'const at = new Date().toISOString();',
    'const clock = Date.now;',
    'const at = app.settings.now();',
    'start({ now: app.settings.now });',
    'const at = await readClock(tx);',
    '`select 1 from trades where expires_at <= now()`',
    '`update trades set changed_at = clock_timestamp()`',
    "`where due_at < statement_timestamp() - interval '1 day'`",
    '`values ($1, current_timestamp)`',
  ]) {
    assert.ok(usesTrueTime(planted), planted);
  }
  for (const harmless of [
    'const at = serviceTime(app);',
    'const at = await now(app.store);',
    'const since_ms = performance.now();',
    '// due at now()',
    `where due_at <= \${serviceNow('$2')}`,
    `due_at = \${serviceNow('$5', 'clock_timestamp()')},`,
    'const at = acts.now();',
  ]) {
    assert.ok(!usesTrueTime(harmless), harmless);
  }
});
