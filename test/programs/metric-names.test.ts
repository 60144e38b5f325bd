// Every name by which the service counts, sets or observes something is a row of the table of
// metrics, of the right type. The stand-ins of other tests take any name, so that a wrong one would
// fail only in a real process.
import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WAITING_SETTLEMENT_STATES } from '../../server/domain/record/settlement-record.ts';
import { METRICS, type MetricRow } from '../../server/programs/metric-table.ts';

const SERVER = fileURLToPath(new URL('../../server/', import.meta.url));

/** By the act, the type of the metric. */
const TYPES: Readonly<Record<string, MetricRow['type']>> = {
  count: 'counter',
  measure: 'gauge',
  set: 'gauge',
  watch: 'gauge',
  observe: 'histogram',
};
const HOLDERS = '(?:app|meter|metrics|shared\\.metrics|parts\\.metrics|this\\.metrics)';
const CALL = new RegExp(`\\b${HOLDERS}\\.(count|measure|set|watch|observe)\\(\\s*([^,)\\s]+)`, 'g');
/** The functions that hand a name on. */
const HANDS_ON: readonly string[] = ['name'];

/** A name made of the states of settlements stands for one of each. */
const OF_STATES = /^`settlements_\$\{name\}(.*)`$/;

function namesOf(given: string): string[] {
  const [, ending] = OF_STATES.exec(given) ?? [];
  if (ending === undefined) return [given.replaceAll(/^'|'$/g, '')];
  return WAITING_SETTLEMENT_STATES.map((state) => `settlements_${state}${ending}`);
}

type Use = { file: string; act: string; name: string };

function usesOf(text: string, file: string): Use[] {
  return [...text.matchAll(CALL)].flatMap(([, act = '', given = '']) =>
    HANDS_ON.includes(given) ? [] : namesOf(given).map((name) => ({ file, act, name })),
  );
}

const nameOf = ({ name }: Use) => name;

function wrongUses(uses: readonly Use[]): Use[] {
  const rows: Readonly<Record<string, MetricRow>> = METRICS;
  return uses.filter(({ act, name }) => rows[name]?.type !== TYPES[act]);
}

const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(SERVER, file), 'utf8') }));

describe('the names of metrics in the source', () => {
  it('are rows of the table, each used as its type', () => {
    const uses = sources.flatMap(({ file, text }) => usesOf(text, file));
    ok(uses.length >= 30, String(uses.length));
    deepEqual(wrongUses(uses), []);
  });

  it('would be found if they were wrong', () => {
    const text = "app.count('unknown'); app.measure(\n 'receipts', 1); app.observe(made_up, 2);";
    deepEqual(wrongUses(usesOf(text, 'x.ts')).map(nameOf), ['unknown', 'receipts', 'made_up']);
  });

  it('are all used: each row is counted, set or observed somewhere', () => {
    const everything = sources
      .filter(({ file }) => file !== join('programs', 'metric-table.ts'))
      .map(({ text }) => text)
      .join('\n');
    const made = new Set(sources.flatMap(({ file, text }) => usesOf(text, file)).map(nameOf));
    const unused = Object.keys(METRICS).filter(
      (name) => !made.has(name) && !everything.includes(name),
    );
    deepEqual(unused, []);
  });
});
