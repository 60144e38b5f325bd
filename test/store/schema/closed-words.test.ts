// Lists that are both in the code and in SQL are the same, in the real schema and in every
// statement; the test detects a breach of either kind.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from 'pg';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { OPEN_ATTEMPT_STATES } from '../../../server/domain/record/payout-attempt.ts';
import { statesOf } from '../../../server/domain/record/state-sets.ts';
import { readCheckout } from '../../support/checkout/checkout.ts';
import { judgeSql } from '../../support/checkout/sql-words.ts';
import { findRepeatedSets } from '../../support/checkout/word-sets.ts';
import { CONDITION_RULES } from '../../support/schema/condition-rules.ts';
import { FREE_COLUMNS } from '../../support/schema/free-columns.ts';
import { judgeColumns, judgeSchema } from '../../support/schema/schema-conditions.ts';
import { STORED_WORDS } from '../../support/schema/stored-words.ts';
import { UNGUARDED } from '../../support/schema/unguarded-words.ts';
import { withClient } from '../embedded/scratch.ts';

const COLUMNS = [...Object.keys(STORED_WORDS), ...FREE_COLUMNS];

let database: ScratchDatabase;
let found: readonly string[];
before(async () => {
  database = await openScratchDatabase(true);
  found = await judged();
});
after(async () => {
  await database.stop();
});

type Given = { words?: typeof STORED_WORDS; rules?: typeof CONDITION_RULES; planted?: string };

/** Planted changes are removed afterwards. */
async function onSchema<T>(planted: string, look: (client: Client) => Promise<T>): Promise<T> {
  return await withClient(database, async (client) => {
    await client.query('begin');
    await client.query(planted);
    return await look(client);
  });
}

const judged = async ({ words, rules, planted = '' }: Given = {}) =>
  await onSchema(planted, (client) =>
    judgeSchema(client, { ...STORED_WORDS, ...words }, { ...CONDITION_RULES, ...rules }, UNGUARDED),
  );

/** What is planted, without what is wrong already: one breach fails one test. */
const seen = async (given: Given) => (await judged(given)).filter((told) => !found.includes(told));

describe('the lists of the schema', () => {
  it('are those of the rules', () => {
    const what_to_do =
      'A new migration replaces each constraint or index (CONTRIBUTING.md, "Add a state", step 3):';
    deepEqual(found, [], [what_to_do, ...found].join('\n'));
  });

  it('a state of trades without its constraint is seen', async () => {
    const states = [...(STORED_WORDS['trades.state'] ?? []), 'on_review'];
    const rules = {
      trades_state: [
        {
          holds: ({ direction, state = '' }: Readonly<Record<string, string>>) =>
            [...statesOf(direction === 'payin' ? 'payin' : 'payout'), 'on_review'].some(
              (one) => one === state,
            ),
        },
      ],
    };
    deepEqual(
      (await seen({ words: { 'trades.state': states }, rules })).filter((told) =>
        told.startsWith('trades_state: direction payin, '),
      ),
      ['trades_state: direction payin, state on_review is left out, the rules say otherwise'],
    );
  });

  it('a word of any list that its constraint does not know is seen', async () => {
    const known = STORED_WORDS['holds.kind'] ?? [];
    deepEqual(await seen({ words: { 'holds.kind': [...known, 'court'] } }), [
      'holds_kind: kind court is left out, the rules say otherwise',
    ]);
    deepEqual(await seen({ words: { 'holds.kind': known.slice(1) } }), [
      `holds_kind: kind ${known[0]} is let in, the rules say otherwise`,
    ]);
  });

  it('a set that its partial index does not know is seen', async () => {
    const open = [...OPEN_ATTEMPT_STATES, 'rejected'];
    const rules = {
      payout_attempts_open: [
        { holds: ({ state = '' }: Readonly<Record<string, string>>) => open.includes(state) },
      ],
    };
    deepEqual(await seen({ rules }), [
      'payout_attempts_open: state rejected is left out, the rules say otherwise',
    ]);
  });

  it('an index or constraint that says something else, or that nobody has told, is seen', async () => {
    const narrower = `drop index trades_expiry;
      create index trades_expiry on trades (expires_at)
        where direction = 'payin' and state = 'pending'`;
    deepEqual(await seen({ planted: narrower }), [
      'trades_expiry: direction payin, state created is left out, the rules say otherwise',
    ]);
    const index = `create index planted on trades (trade_id) where state = 'pending'`;
    deepEqual(await seen({ planted: index }), [
      ...[
        ['created', 'verifying', 'processing', 'completed', 'expired'],
        ['canceled', 'failed', 'disputed', 'reversed'],
      ]
        .flat()
        .map((state) => `planted: state ${state} is left out, the rules say otherwise`),
    ]);
    const check = `alter table events add constraint planted check (note <> 'void')`;
    deepEqual(await seen({ planted: check }), [
      'planted: compares with words, and no rule tells it (events: note)',
    ]);
    deepEqual(await seen({ planted: 'alter table holds drop constraint holds_kind' }), [
      'holds.kind: no constraint guards its list, and UNGUARDED says otherwise',
    ]);
    deepEqual(await seen({ planted: 'drop index settlements_waiting' }), [
      'settlements_waiting: a rule without a constraint or index',
    ]);
  });
});

describe('the text columns of the schema', () => {
  it('are each a closed list or free', async () => {
    deepEqual(await onSchema('', (client) => judgeColumns(client, COLUMNS)), []);
    equal(new Set(COLUMNS).size, COLUMNS.length);
  });

  it('one that nobody has told is seen, and one that is gone', async () => {
    const planted = 'alter table holds add column planted text; alter table holds drop column kind';
    deepEqual(await onSchema(planted, (client) => judgeColumns(client, COLUMNS)), [
      'holds.planted: closed list, or free?',
      'holds.kind: there is no such column',
    ]);
  });
});

const OWN = 'in a list of its own: make it by oneOf() from a named one';
const NAMELESS = 'give the list a name and a type';

const PLANTED: readonly (readonly [what: string, sql: string, told: string])[] = [
  [
    'a word that the list does not have',
    "`select 1 from trades t where t.state = 'payed'`",
    "state is never 'payed'",
  ],
  [
    'a word of another table’s list',
    "`select 1 from trades t join payout_attempts a using (trade_id) where t.state <> 'paid'`",
    "state is never 'paid'",
  ],
  ['a word that is written', "`update deliveries set status = 'done'`", "status is never 'done'"],
  [
    'a word in a piece of a statement',
    "`o.status is distinct from 'gone'`",
    "status is never 'gone'",
  ],
  ['a word in a case', "`select case a.state when 'late' then 1 end`", "state is never 'late'"],
  [
    'a case over words',
    "`select case h.kind when 'delay' then 1 when 'reserve' then 2 end from holds h`",
    'case kind of its own: make it by caseOf() from a total table',
  ],
  ['a list', "`select 1 from trades where state in ('created')`", `state ${OWN}`],
  ['a list that leaves out', "`select 1 from holds where kind not in ('delay')`", `kind ${OWN}`],
  [
    'an array',
    "`select 1 from holds where kind = any(array['delay'])`",
    'an array of words: name its list',
  ],
  ['a list without a name', `\`state in \${oneOf(['created'])}\``, NAMELESS],
  ['a case without a table', `\`\${caseOf('state', { created: '1' })}\``, NAMELESS],
];

const sources = new Map([...readCheckout(['.ts'])].filter(([path]) => path.startsWith('server/')));

describe('the SQL of the source', () => {
  it('knows only words of the lists, and no list of its own', () => {
    const { breaches, compared } = judgeSql(sources, STORED_WORDS, COLUMNS);
    deepEqual(breaches, []);
    ok(compared > 80, `${compared} comparisons were found`);
  });

  for (const [what, sql, told] of PLANTED) {
    it(`${what} is seen`, () => {
      const source = `import { oneOf } from '../word-list.ts';\nexport const A = ${sql};\n`;
      const planted = new Map([['server/store/planted.ts', source]]);
      deepEqual(judgeSql(planted, STORED_WORDS, COLUMNS).breaches, [
        `server/store/planted.ts:2: ${told}`,
      ]);
    });
  }
});

describe('the sets of the source', () => {
  const stateLists = Object.entries(STORED_WORDS)
    .filter(([column]) => /\.(?:state|status)$/.test(column))
    .map(([, words]) => words);

  it('stand once', () => {
    deepEqual(findRepeatedSets(sources, stateLists), []);
  });

  it('one that stands in two files is seen, in whatever order', () => {
    const planted = new Map([
      ['server/domain/one.ts', "export const OPEN = ['created', 'pending'];\n"],
      ['server/pages/two.ts', "\nexport const NEW = new Set(['pending', 'created']);\n"],
      ['server/pages/other.ts', "export const NEW = ['created', 'failed'];\n"],
    ]);
    deepEqual(findRepeatedSets(planted, stateLists), [
      'server/domain/one.ts:1 and server/pages/two.ts:2: created, pending',
    ]);
  });
});
