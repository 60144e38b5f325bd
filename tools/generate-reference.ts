// Renders the reference pages of docs/ that are generated from tables in the code.

import { PAGE_ACTS, PAGE_REFUSALS, PAGE_TABLE } from '../server/domain/page/page-acts.ts';
import {
  DIRECTIONS,
  type Direction,
  finality,
  STATE_REASONS,
  STATES,
  type State,
  TRANSITIONS,
} from '../server/domain/record/trade.ts';
import { LIMITS } from '../server/domain/service/limits.ts';
import { REFUSAL_CODES } from '../server/domain/service/refusal.ts';
import { PROFILES } from '../server/formats/statement/csv/statement-profiles.ts';
import { ERROR_CATALOGUE } from '../server/http/error/error-catalogue.ts';
import { fullName, METRICS, type MetricRow } from '../server/programs/metric-table.ts';
import { SETTINGS } from '../server/settings/config.ts';
import { drawStates } from './draw-states.ts';
import { markdownTable } from './markdown.ts';

const HEAD = '<!-- Made by tools/generate.ts: change the code it comes from, then run that. -->';

function page(title: string, parts: readonly string[]): string {
  return `${[HEAD, `# ${title}`, ...parts].join('\n\n')}\n`;
}

function settingsPage(): string {
  const rows = SETTINGS.map((one) => [
    `\`${one.name}\``,
    one.default_text,
    one.is_secret === true ? `${one.sentence} Secret: never shown.` : one.sentence,
    one.takes,
  ]);
  return page('Settings', [
    'The service reads its settings from the environment, once, at the start. A blank\n' +
      'value counts as not given. What is wrong is told all at once, and the service does\n' +
      'not start.',
    markdownTable(['name', 'default', 'what it is', 'what it takes'], rows),
    'A secret can stand elsewhere: `NAME_FILE` names a file that holds its value, such as a\n' +
      'mounted secret or a credential of systemd, and `NAME_COMMAND` a command that prints it,\n' +
      'such as that of a key vault. `/bin/sh` runs it once at the start of each process, for\n' +
      '30 seconds at most. For example: `ENCRYPTION_KEY_FILE=/run/secrets/encryption-key`.',
    '`NO_COLOR` switches colours off. The command line reads `PAYMENT_ORDERS_URL` (where\n' +
      'the service is) and `OPERATOR_TOKEN`.',
    'With `MODE=live` the service starts only with `DATABASE_URL` or `DATA_DIR`, an\n' +
      '`ENCRYPTION_KEY` and an https `PUBLIC_URL`, without `SEED` and `CALLBACK_ALLOW_LOCAL`,\n' +
      'and not with a token or key that can be guessed. A database keeps the mode of its\n' +
      'first start.',
  ]);
}

const DIRECTION_NAMES: Record<Direction, string> = { payin: 'Pay-in', payout: 'Pay-out' };

function statesOf(direction: Direction): readonly State[] {
  return STATES.filter((state) =>
    TRANSITIONS.some((way) => way.direction === direction && way.to.includes(state)),
  );
}

/** The table beside it says the same in words. */
function diagramOf(direction: Direction): string {
  const name = DIRECTION_NAMES[direction].toLowerCase();
  const text = `Drawing of the states of a ${name}; the table of acts says the same in words`;
  return `![${text}](images/states-${direction}.svg)`;
}

function waysOf(direction: Direction): string {
  const rows = TRANSITIONS.filter((way) => way.direction === direction).map((way) => [
    way.from === 'new' ? '(none yet)' : way.from,
    way.act,
    way.to.join(', '),
  ]);
  return markdownTable(['from', 'act', 'to'], rows);
}

/** Pay-outs need only one row: a test proves that all their rows are the same. */
function pageActsPart(): string {
  const rows = statesOf('payin').map((state) => [
    state,
    ...PAGE_ACTS.map((act) => PAGE_TABLE.payin[state][act]),
  ]);
  const reasons = Object.entries(PAGE_REFUSALS).map(([name, text]) => `- \`${name}\`: ${text}`);
  return [
    markdownTable(
      ['pay-in', ...PAGE_ACTS],
      [...rows, ['any pay-out', ...PAGE_ACTS.map(() => 'receipt_page')]],
    ),
    ['- `allowed`', '- `done`: it is so already.', ...reasons].join('\n'),
  ].join('\n\n');
}

function statesPage(): string {
  const parts = DIRECTIONS.flatMap((direction) => [
    `## ${DIRECTION_NAMES[direction]}`,
    diagramOf(direction),
    markdownTable(
      ['state', 'final'],
      statesOf(direction).map((state) => [state, finality(direction, state)]),
    ),
    waysOf(direction),
  ]);
  return page('States', [
    'Every way from state to state, from the table that the service itself uses\n' +
      '(`server/domain/record/trade.ts`); `GET /api/v1/states` publishes the same.\n' +
      'An act that is not in the table is refused with `act_not_allowed`.',
    '`soft` means that merchants may act on it, yet late ways out exist until `final_at`.\n' +
      'In the drawings open states are blue, soft ones green, final ones grey. Acts that keep\n' +
      'the state are in the tables only.\n' +
      'What each state means is in [pay-ins](../guide/pay-ins.md) and\n' +
      '[pay-outs](../guide/pay-outs.md).',
    ...parts,
    '## What a page can do',
    'What a payer can do on the page of a trade, from one table\n' +
      '(`server/domain/page/page-acts.ts`): the page shows no more, its forms take no more, and\n' +
      'the rules let a customer do no more. Time and counts may end it earlier.',
    pageActsPart(),
    '## State reasons',
    STATE_REASONS.map((reason) => `- \`${reason}\``).join('\n'),
  ]);
}

function errorsPage(): string {
  const rows = REFUSAL_CODES.map((code) => {
    const { status, title, retryable } = ERROR_CATALOGUE[code];
    const link = `[\`${code}\`](errors/${code.replaceAll('_', '-')}.md)`;
    return [link, String(status), title, retryable ? 'yes' : 'no'];
  });
  return page('Errors', [
    'Every `code` of the error body; each has a page with cause, fix and an example. The\n' +
      'body itself is described in [errors](../guide/errors.md).',
    markdownTable(['code', 'status', 'title', 'retryable'], rows),
  ]);
}

function limitsPage(): string {
  const rows = Object.entries(LIMITS).map(([name, value]) => [`\`${name}\``, String(value)]);
  return page('Limits', [
    'What the code enforces. `GET /api/v1/limits` publishes them with the currencies and\n' +
      'types in force; the request rate is the one of this installation\n' +
      '(`RATE_LIMIT_PER_SECOND`).',
    markdownTable(['limit', 'value'], rows),
  ]);
}

function profilesPage(): string {
  const rows = [...PROFILES.values()].map((profile) => [
    `\`${profile.name}\``,
    profile.title,
    profile.minor_units ? 'minor units' : `decimal \`${profile.decimal}\``,
    profile.date_formats.join(', '),
    profile.encoding,
  ]);
  return page('Statement profiles', [
    'How the columns of a bank’s CSV are read: the `profile` of a statement import.\n' +
      'Column names match in any case; spaces do not count. How lines find their trades is\n' +
      'in [bank lines and matching](../operate/bank-lines-and-matching.md).',
    markdownTable(['profile', 'layout', 'amounts', 'dates', 'encoding'], rows),
  ]);
}

function metricsPage(): string {
  const metrics: Readonly<Record<string, MetricRow>> = METRICS;
  const rows = Object.entries(metrics).map(([name, row]) => [
    `\`${fullName(name, row)}\``,
    row.type,
    (row.labels ?? []).map((label) => `\`${label}\``).join(', '),
    row.help,
  ]);
  return page('Metrics', [
    'What `/metrics` tells Prometheus; beside these there are `process_…` and `nodejs_…` of\n' +
      'Node. What each alert of `deploy/prometheus/` means is in\n' +
      '[on call](on-call.md).',
    'Whoever fetches the page asks nothing of the database. Counters, histograms and what the\n' +
      'process knows are up to date. Gauges about orders, money, due callbacks, proofs and\n' +
      'the database are read once a minute by one process of each machine, those of the\n' +
      'database itself for at most a second each; `payment_orders_measured_timestamp_seconds`\n' +
      'tells when. Several machines tell the same of them: take the maximum, not the sum.',
    'Labels have values from fixed lists: `route` is the pattern of a route, never an address\n' +
      'with an id; `status_class` is `2xx` to `5xx`. No merchant, order or person is named, so\n' +
      'the page needs no secret, and shows none. In live mode it is on `METRICS_PORT` only.',
    markdownTable(['metric', 'type', 'labels', 'what it is'], rows),
    'A role that is not in `pg_monitor` cannot read the folder of WAL and the positions of\n' +
      'standbys; then these gauges are missing: `grant pg_monitor to` the role of\n' +
      '`DATABASE_URL` if you want them. A PostgreSQL without these functions tells none, either.',
  ]);
}

/** The pages and their paths in the repository. */
export const REFERENCE_PAGES = [
  { path: 'docs/operate/settings.md', render: settingsPage },
  { path: 'docs/operate/metrics.md', render: metricsPage },
  { path: 'docs/reference/states.md', render: statesPage },
  ...DIRECTIONS.map((direction) => ({
    path: `docs/reference/images/states-${direction}.svg`,
    render: () => drawStates(direction),
  })),
  { path: 'docs/reference/errors.md', render: errorsPage },
  { path: 'docs/reference/limits.md', render: limitsPage },
  { path: 'docs/reference/statement-profiles.md', render: profilesPage },
] as const;
