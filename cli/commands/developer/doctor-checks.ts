// The checks of `doctor`, in the order in which they are told: what each asks, when it fails, and
// what to do then.
import type { Client, Json, ServiceAnswer } from '../../client/client.ts';
import { ownVersion } from '../../client/own-version.ts';
import { arrayOf, objectOf } from '../../client/show.ts';

export type Finding = {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  found: string;
  advice?: string;
};

/** Everything that is asked, once for all checks; null: not asked, because there is no token. */
export type DoctorFacts = {
  ready: ServiceAnswer;
  session: ServiceAnswer | null;
  service: ServiceAnswer | null;
  attention: ServiceAnswer | null;
  openid: ServiceAnswer | null;
  recipients: ServiceAnswer | null;
  proofs: ServiceAnswer | null;
  events: ServiceAnswer | null;
  now: number;
};

export type Check = { name: string; examine(facts: DoctorFacts): Finding };

const ok = (found: string): Finding => ({ state: 'ok', found });
const warning = (found: string, advice: string): Finding => ({ state: 'warning', found, advice });
const skipped = (found: string): Finding => ({ state: 'skipped', found });
const failed = (found: string, advice: string): Finding => ({ state: 'failed', found, advice });

const SKEW_MOST_S = 30;
const FREE_LEAST_PERCENT = 10;
const DAY_MS = 86_400_000;
/** The proof of a day is made in the first hours of the next one. */
const PROOF_AGE_MOST_DAYS = 2.5;

/** Why a question has no answer, as a finding. */
function unanswered(answer: Exclude<ServiceAnswer, { kind: 'body' }>): Finding {
  if (answer.kind === 'unreachable') return failed(answer.message, 'Start it, or correct --url.');
  if (answer.kind === 'waiting') return failed('no answer', 'Try again.');
  const { status, code, detail } = answer.problem;
  return failed(`${detail} (${status} ${code})`, 'Use a token that may read this.');
}

const isAway = ({ ready }: DoctorFacts): boolean => ready.kind === 'unreachable';

/** Examines the answer's body; a question that was not asked is skipped. */
const of =
  (
    name: Exclude<keyof DoctorFacts, 'now'>,
    why: string,
    examine: (body: Json, facts: DoctorFacts) => Finding,
  ) =>
  (facts: DoctorFacts): Finding => {
    const answer = facts[name];
    if (answer === null) return skipped(`not asked: ${why}`);
    // Said once, by the first check.
    if (isAway(facts)) return skipped('the service cannot be reached');
    return answer.kind === 'body' ? examine(answer.body, facts) : unanswered(answer);
  };

const NO_TOKEN = 'there is no OPERATOR_TOKEN';
const NO_MERCHANT = 'there is no MERCHANT_TOKEN';

/** What waits too long, of these kinds; the service says itself what to do. */
const attention = (kinds: readonly string[] | null, fine: string, others: readonly string[] = []) =>
  of('attention', NO_TOKEN, (body) => {
    const over = arrayOf(body.data).filter(
      ({ kind, is_over }) =>
        is_over === true &&
        (kinds === null ? !others.includes(String(kind)) : kinds.includes(String(kind))),
    );
    const [first] = over;
    if (first === undefined) return ok(fine);
    const found = over.map(({ text }) => String(text)).join(' ');
    const advice = `payment-orders ${String(first.command)}`;
    return first.severity === 'critical' ? failed(found, advice) : warning(found, advice);
  });

function reachable({ ready }: DoctorFacts): Finding {
  if (ready.kind === 'unreachable') {
    return failed(ready.message, 'Start it with payment-orders serve, or correct --url.');
  }
  return ok('it answers');
}

/** Not ready is a 503 whose body is no error body, or the service's own 503. */
function database({ ready }: DoctorFacts): Finding {
  if (ready.kind === 'unreachable') return skipped('the service cannot be reached');
  if (ready.kind === 'body' && ready.body.ok === true) return ok('it takes a test write');
  const advice = 'Look at the service’s log, and whether PostgreSQL runs with space on its disk.';
  return failed('it does not take a test write', advice);
}

const version = of('service', NO_TOKEN, (body) => {
  const own = ownVersion();
  if (body.version === own) return ok(own);
  const found = `the service is ${String(body.version)}, this program ${own}`;
  return warning(found, 'Use the program of the service’s release.');
});

const mode = of('service', NO_TOKEN, ({ mode: is, public_url }) => {
  if (is === 'live' && !String(public_url).startsWith('https:')) {
    return failed(`live at ${String(public_url)}`, 'Set PUBLIC_URL to the https address.');
  }
  return ok(`${String(is)} at ${String(public_url)}`);
});

const twoPeople = of('service', NO_TOKEN, ({ one_person }) =>
  one_person === null
    ? ok('no act of live mode is open to one person alone')
    : warning(String(one_person), 'payment-orders approvals bands'),
);

const openid = of('openid', NO_TOKEN, ({ issuer, redirect_uri, problem }) => {
  if (issuer === null) return ok('people sign in with passwords and passkeys only');
  if (problem === null) return ok(`${String(issuer)} leads back to ${String(redirect_uri)}`);
  const found = `${String(issuer)}: ${String(problem)}`;
  return failed(found, 'Check OIDC_ISSUER, and OIDC_CA_FILE if its authority is your own.');
});

const clock = of('service', NO_TOKEN, ({ at }, { now }) => {
  const seconds = Math.round(Math.abs(now - Date.parse(String(at))) / 1_000);
  if (seconds <= SKEW_MOST_S) return ok(`${seconds} s apart from this machine`);
  const advice = 'Let both machines follow the time of a server (NTP).';
  return failed(`${seconds} s apart from this machine`, advice);
});

const migrations = of('service', NO_TOKEN, (body) => {
  const { migrations_applied, migrations_known, version: is } = objectOf(body.database);
  if (migrations_applied === migrations_known) {
    return ok(`all ${Number(migrations_known)}, in PostgreSQL ${String(is)}`);
  }
  const found = `${Number(migrations_applied)} of ${Number(migrations_known)}`;
  return failed(found, 'Restart every process of the service with the newest release.');
});

const backups = of('service', NO_TOKEN, (body) => {
  const { archives, last_archived_at, last_archive_failed_at } = objectOf(body.database);
  if (archives !== true) {
    const advice = 'See docs/operate/backup.md: without an archive you can lose a day.';
    return warning('PostgreSQL does not archive its log', advice);
  }
  const [done, wrong] = [last_archived_at, last_archive_failed_at].map((at) =>
    at === null ? 0 : Date.parse(String(at)),
  );
  if (Number(wrong) > Number(done)) {
    return failed('archiving its log fails', 'Look at archive_command and PostgreSQL’s log.');
  }
  return ok(done === 0 ? 'nothing to archive yet' : `last archived ${String(last_archived_at)}`);
});

const disk = of('service', NO_TOKEN, (body) => {
  if (body.disk === null) return skipped('the service has no DATA_DIR');
  const { total_bytes, free_bytes } = objectOf(body.disk);
  const percent = Math.floor((Number(free_bytes) / Number(total_bytes)) * 100);
  if (percent >= FREE_LEAST_PERCENT) return ok(`${percent} % free`);
  return failed(`${percent} % free`, 'Free space or enlarge it: when it is full, orders fail.');
});

const token = of('session', NO_TOKEN, ({ name, role }) => ok(`${String(name)}, ${String(role)}`));

const merchantToken = of('events', NO_MERCHANT, () => ok('it may read the events'));

const notices = of('recipients', NO_TOKEN, (body) => {
  const enabled = arrayOf(body.data).filter((one) => one.enabled === true);
  if (enabled.length === 0) {
    return warning(
      'nobody is told of alerts',
      'Add somebody: payment-orders alerts recipients add',
    );
  }
  const broken = enabled.find((one) => one.failing_since !== null);
  if (broken === undefined) return ok(`${enabled.length} recipients`);
  const { name, channel, last_problem } = broken;
  const found = `${String(name)} (${String(channel)}): ${String(last_problem)}`;
  return failed(found, 'Check SMTP_URL or the address, then: payment-orders alerts test ID');
});

const proof = of('proofs', NO_TOKEN, (body, { now }) => {
  const [last] = arrayOf(body.data);
  if (last === undefined) return warning('none yet', 'The first one comes after the first day.');
  const days = (now - Date.parse(String(last.day))) / DAY_MS;
  if (days <= PROOF_AGE_MOST_DAYS) return ok(`the last one is of ${String(last.day)}`);
  return failed(`the last one is of ${String(last.day)}`, 'Make it: payment-orders proof make');
});

const CALLBACKS = ['callbacks_failing', 'callbacks_exhausted'];
const BOOKS = ['books_unsound', 'suspense_unequal'];
const ELSEWHERE = [
  ...CALLBACKS,
  ...BOOKS,
  'disk_filling',
  'proofs_missing',
  'recipients_failing',
  'two_people_off',
];

export const CHECKS: readonly Check[] = [
  { name: 'service', examine: reachable },
  { name: 'database', examine: database },
  { name: 'operator token', examine: token },
  { name: 'merchant token', examine: merchantToken },
  { name: 'version', examine: version },
  { name: 'mode', examine: mode },
  { name: 'two people', examine: twoPeople },
  { name: 'sign-in', examine: openid },
  { name: 'clock', examine: clock },
  { name: 'migrations', examine: migrations },
  { name: 'backups', examine: backups },
  { name: 'disk', examine: disk },
  { name: 'books', examine: attention(BOOKS, 'the last check found nothing') },
  { name: 'proof', examine: proof },
  { name: 'callbacks', examine: attention(CALLBACKS, 'none fails for long') },
  { name: 'alerts', examine: notices },
  { name: 'open work', examine: attention(null, 'nothing waits too long', ELSEWHERE) },
];

/** Asks at once whatever there is a token for. */
export async function readDoctorFacts(
  client: Client,
  has_token: boolean,
  merchant_token: string | null,
  now: number,
): Promise<DoctorFacts> {
  const ask = (path: string) => (has_token ? client.operator(path) : Promise.resolve(null));
  const [ready, session, service, waiting, provider, recipients, proofs, events] =
    await Promise.all([
      client.open('/readyz'),
      ask('/session'),
      ask('/service'),
      ask('/attention'),
      ask('/openid_provider'),
      ask('/alert_recipients'),
      ask('/proofs?limit=1'),
      merchant_token === null
        ? Promise.resolve(null)
        : client.merchant('/events', merchant_token, { query: { limit: 1 } }),
    ]);
  const asked = { ready, session, service, attention: waiting, openid: provider };
  return { ...asked, recipients, proofs, events, now };
}
