// Holds what monitoring reads in deploy/ against the service: every name and label is one of its
// metrics, and every alert is caused by a test and explained. promtool itself runs in deploy/check.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { STAGES } from '../bench/deploy/alerts/alert-causes.ts';
import { alertsOf, hastyRules, publishedRules } from '../bench/deploy/alerts/hasty-rules.ts';
import { fullName, METRICS, type MetricRow } from '../server/programs/metric-table.ts';

const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const ROWS: readonly (readonly [string, MetricRow])[] = Object.entries(METRICS);

/** What Prometheus adds. */
const ADDED = ['instance', 'job', 'le'];

/** The names as Prometheus stores them, each with its labels. */
const STORED = new Map(
  ROWS.flatMap(([name, row]) => {
    const ends = row.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    return ends.map((end) => [`${fullName(name, row)}${end}`, row.labels ?? []] as const);
  }),
);

type Rule = { record?: string; alert?: string; expr: string; runbook?: string };
type Dashboard = { panels: { targets?: { expr: string }[] }[] };

/** The rules as this project writes them: promtool reads the whole of YAML. */
const RULES: readonly Rule[] = textOf('deploy/prometheus/rules.yml')
  .split(/^ {6}- (?=record:|alert:)/m)
  .slice(1)
  .map((text) => {
    const [, kind, name] = /^(record|alert): (\S+)$/m.exec(text) ?? [];
    const [, expr = ''] = /^ +expr: >-\n((?: {10}.+\n)+)/m.exec(text) ?? [];
    const [, runbook = ''] = /^ +runbook: (\S+)$/m.exec(text) ?? [];
    return kind === 'alert'
      ? { alert: name ?? '', expr, runbook }
      : { record: name ?? '', expr: expr || (/^ +expr: (.+)$/m.exec(text)?.[1] ?? '') };
  });
const RECORDED = new Set(RULES.flatMap(({ record }) => (record === undefined ? [] : [record])));
const ALERTS = RULES.flatMap((rule) => (rule.alert === undefined ? [] : [rule.alert]));
const DASHBOARD = (
  JSON.parse(textOf('deploy/grafana/payment-orders.json')) as Dashboard
).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

/** The names of an expression, or of a text, that are neither stored nor recorded. */
function unknownNames(text: string): string[] {
  const names = [...text.matchAll(/\bpayment_orders[_:][a-z0-9_:]*[a-z0-9]/g)].map(
    ([name]) => name,
  );
  return names.filter((name) => !STORED.has(name) && !RECORDED.has(name));
}

/** Labels in braces that the metric before them does not have. */
function unknownLabels(text: string): string[] {
  const used = [...text.matchAll(/\b(payment_orders_[a-z0-9_]+)\{([^}]*)\}/g)];
  return used.flatMap(([, name = '', inside = '']) =>
    [...inside.matchAll(/([a-z_]+)(?:=~|!~|!=|=)"/g)]
      .map(([, label = '']) => label)
      .filter((label) => !ADDED.includes(label) && STORED.get(name)?.includes(label) !== true)
      .map((label) => `${name}{${label}}`),
  );
}

describe('what monitoring reads', () => {
  const files: Readonly<Record<string, string>> = {
    'the rules': RULES.map(({ expr }) => expr).join('\n'),
    'the tests of the rules': textOf('deploy/prometheus/rules.test.yml'),
    'the dashboard': DASHBOARD.join('\n'),
    'the page for those on call': textOf('docs/operate/on-call.md'),
    'the page of alerts': textOf('docs/operate/alerts.md'),
    'the page of bank lines': textOf('docs/operate/bank-lines-and-matching.md'),
  };
  for (const [what, text] of Object.entries(files)) {
    it(`are metrics of the service, with their labels: ${what}`, () => {
      deepEqual(unknownNames(text), []);
      deepEqual(unknownLabels(text), []);
      ok(text.includes('payment_orders'));
    });
  }

  it('groups only by labels that some metric of the expression has', () => {
    const whole = (text: string) =>
      RULES.reduce((all, { record = 'none', expr }) => all.replaceAll(record, expr), text);
    const wrong = [...RULES.map(({ expr }) => expr), ...DASHBOARD].flatMap((given) => {
      const expr = whole(given);
      const names = [...expr.matchAll(/\bpayment_orders_[a-z0-9_]+/g)].map(([name]) => name);
      const labels = new Set([...ADDED, ...names.flatMap((name) => STORED.get(name) ?? [])]);
      const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
        list.split(',').map((label) => label.trim()),
      );
      return grouped.filter((label) => !labels.has(label)).map((label) => `${label}: ${expr}`);
    });
    deepEqual(wrong, []);
  });

  it('finds planted mistakes', () => {
    deepEqual(unknownNames('rate(payment_orders_http_request_total[5m])'), [
      'payment_orders_http_request_total',
    ]);
    deepEqual(unknownLabels('payment_orders_http_requests_total{path="/x",le="1"}'), [
      'payment_orders_http_requests_total{path}',
    ]);
  });

  it('uses every recorded name, and the dashboard is not empty', () => {
    const readers = [...RULES.map(({ expr }) => expr), ...DASHBOARD].join('\n');
    deepEqual(
      [...RECORDED].filter((name) => !readers.includes(name)),
      [],
    );
    ok(DASHBOARD.length > 20);
    deepEqual(
      RULES.filter(({ expr }) => expr.trim() === ''),
      [],
    );
    ok(RECORDED.size > 5 && ALERTS.length > 15);
  });
});

describe('each alert', () => {
  it('is caused by a test of the rules', () => {
    const tests = textOf('deploy/prometheus/rules.test.yml').matchAll(/^ {2}- name: (.+)$/gm);
    const [first, ...caused] = [...tests].map(([, name = '']) => name);
    equal(first, 'a healthy service raises nothing');
    deepEqual(caused.toSorted(), ALERTS.toSorted());
  });

  it('is caused by `deploy/check alerts` on a live service', () => {
    deepEqual(STAGES.flatMap((stage) => Object.keys(stage)).toSorted(), ALERTS.toSorted());
  });

  it('has a part on the page for those on call, and leads there', () => {
    const page = textOf('docs/operate/on-call.md');
    const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
    deepEqual(headings, ALERTS);
    for (const { alert, runbook } of RULES) {
      if (alert === undefined) continue;
      equal(runbook, `docs/operate/on-call.md#${alert.toLowerCase()}`);
      const [, part = ''] = page.split(`\n## ${alert}\n`);
      const [own = ''] = part.split('\n## ');
      ok(own.includes('**Look:** ') && own.includes('**Do:** '), alert);
    }
  });
});

describe('the rules in a hurry', () => {
  const hasty = hastyRules(publishedRules());

  it('wait for seconds, and have all alerts', () => {
    deepEqual(alertsOf(hasty), ALERTS);
    deepEqual(hasty.match(/\[\d+[mh]\]|for: \d+[mh]/g), null);
    ok(hasty.includes('[20s]') && hasty.includes('for: 5s') && hasty.includes('for: 24s'));
  });

  it('differ from the published ones in times and two thresholds only', () => {
    const timeless = (text: string) => text.replaceAll(/\[\d+[smh]\]|for: \d+[smh]/g, '');
    const [published, tried] = [timeless(publishedRules()), timeless(hasty)].map((text) =>
      text.split('\n'),
    );
    const other = tried?.filter((line, index) => line !== published?.[index]) ?? [];
    deepEqual(
      other.map((line) => line.trim()),
      [
        'time() - max(payment_orders_measured_timestamp_seconds) > 90',
        'max(payment_orders_database_wal_size_bytes) > 268435456',
      ],
    );
  });
});
