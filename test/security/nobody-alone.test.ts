// Random histories of every operation of the API: one person alone, with every session and token
// that they can get, gives, takes and pays out less than the bands of a day.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Moved, watchBooks } from '../support/alone/books.ts';
import { type Company, openCompany } from '../support/alone/company.ts';
import { Insider, type Played, type PlayedOperations } from '../support/alone/insider.ts';
import { type Operation, operationsOf, randomFrom } from '../support/openapi-fuzz.ts';

/** Ten times the default band of live mode for a currency with two decimals, in minor units. */
const DAY_CENTS = 1_000_000n;

const SEEDS = [1, 2];
const STEPS = 500;
/** Until a planted hole must have been found; most are after some dozen. */
const PLANTED_STEPS = 3_000;

/** Acts whose band is switched off behind everybody's back, and what leads through the hole. */
const HOLES = {
  manual_confirm: ['confirmTrade'],
  pay_out: ['takeTrade', 'takePayouts'],
  merchant_token: ['issueToken'],
  adjustment: ['addAdjustment'],
  line_credit: ['decideBankLines', 'creditBankLine'],
} as const;

/** Operations that change something and are not played, with the reason. */
const NOT_PLAYED: readonly (readonly [paths: RegExp, why: string])[] = [
  [/\/(session|own_\w+)(\/|$)/, 'signing in and out: done with every link that an answer gave'],
  [/\/(encryption|proof)_?\w*$/, 'keys and proofs: neither money nor access, and slow'],
  [/\/(logo|branding|saved_views|presence)/, 'the look of pages and lists'],
  [/\/alert/, 'who is told of what'],
  [/\/sandbox\//, 'does not exist in live mode'],
];

/** Acts without which a history says little. */
const OFTEN = [
  ...['addAdjustment', 'confirmTrade', 'decideBankLines', 'importPayoutAnswers', 'invitePerson'],
  ...['issueOperatorToken', 'relinkPerson', 'takeBankLines', 'takePayouts', 'takeTrade'],
];

type Found = { most: Moved; acts: Played[]; identities: number };

const most = (one: Moved, other: Moved): Moved => ({
  given: one.given > other.given ? one.given : other.given,
  taken: one.taken > other.taken ? one.taken : other.taken,
  paid: one.paid > other.paid ? one.paid : other.paid,
  undone: one.undone > other.undone ? one.undone : other.undone,
});

const isWithin = ({ given, taken, paid, undone }: Moved): boolean =>
  [given, taken, paid, undone].every((sum) => sum < DAY_CENTS);

async function play(company: Company, operations: PlayedOperations, seed: number, steps = STEPS) {
  const moved = await watchBooks(company.service);
  const insider = new Insider(company, operations, randomFrom(seed));
  const found: Found = { most: await moved(), acts: [], identities: 1 };
  for (let step = 0; step < steps && isWithin(found.most); step += 1) {
    const played = await insider.step();
    if (played.status > 0 && played.status < 300) found.acts.push(played);
    found.most = most(found.most, await moved());
    found.identities = Math.max(found.identities, insider.identities());
  }
  return found;
}

const shown = ({ most: { given, taken, paid, undone }, acts }: Found, seed: number) =>
  `seed ${seed}: given ${given}, taken ${taken}, paid ${paid}, undone ${undone}; the last acts:\n` +
  acts
    .slice(-60)
    .map(({ operation_id, path, status, sent }) =>
      [operation_id, path, status, JSON.stringify(sent)?.slice(0, 300)].join(' '),
    )
    .join('\n');

async function documented({ service }: Company): Promise<PlayedOperations> {
  const of = async (address: string) => {
    const response = await fetch(`${service.url}${address}`);
    const operations = operationsOf((await response.json()) as Record<string, unknown>);
    return operations.filter(({ method }) => method !== 'GET');
  };
  const [by_operators, by_merchants] = [
    await of('/operator/openapi.json'),
    await of('/openapi.json'),
  ];
  const isPlayed = ({ path }: Operation) => !NOT_PLAYED.some(([paths]) => paths.test(path));
  return {
    // Acts of money are drawn more often, so that a history reaches what only several of them do.
    by_operators: [
      ...by_operators.filter(isPlayed),
      ...OFTEN.flatMap((name) =>
        Array.from({ length: 5 }, () => by_operators.filter((one) => one.operation_id === name)),
      ).flat(),
    ],
    by_merchants: by_merchants.filter(({ path }) =>
      /\/(orders|disputes)\/.*(?<!files|compare|search)$/.test(path),
    ),
  };
}

test('nobody alone moves more than the bands of a day', async () => {
  const done = new Set<string>();
  let most_identities = 0;
  for (const seed of SEEDS) {
    const company = await openCompany();
    try {
      const found = await play(company, await documented(company), seed);
      assert.ok(isWithin(found.most), shown(found, seed));
      most_identities = Math.max(most_identities, found.identities);
      for (const { operation_id } of found.acts) done.add(operation_id);
    } finally {
      await company.service.stop();
    }
  }
  // Beside the session that they begin with, and the token of a feed.
  assert.ok(most_identities > 2, 'the histories reach further accounts');
  for (const name of OFTEN) assert.ok(done.has(name), `no history has ${name}`);
});

/** Switches the band of an act off behind everybody's back. */
async function openHole({ service: { app } }: Company, act: string): Promise<void> {
  const BAND = `insert into approval_bands (act, currency, from_cents, changed_at)
    values ($1, '*', null, now())`;
  await app.store.db.query('', BAND, [act]);
  await app.store.db.query('', 'update settings_versions set version = version + 1', []);
  await app.settings.refresh();
}

/** Every third draw is one of these operations, so that few histories pass the hole by. */
function drawnOften({ by_operators, ...rest }: PlayedOperations, names: readonly string[]) {
  const often = names.map((name) => {
    const found = by_operators.find(({ operation_id }) => operation_id === name);
    return found ?? assert.fail(`no operation is ${name}`);
  });
  const copies = Math.ceil(by_operators.length / 2 / often.length);
  return { ...rest, by_operators: [...by_operators, ...Array(copies).fill(often).flat()] };
}

for (const [act, names] of Object.entries(HOLES)) {
  test(`a hole is found: ${act} without its band`, async () => {
    const company = await openCompany();
    try {
      await openHole(company, act);
      const operations = drawnOften(await documented(company), names);
      const found = await play(company, operations, 1, PLANTED_STEPS);
      assert.ok(!isWithin(found.most), 'nobody noticed');
    } finally {
      await company.service.stop();
    }
  });
}

test('a hole is found: answers of banks that count on one word', async () => {
  const company = await openCompany();
  try {
    const all = await documented(company);
    // Nothing else can be given as evidence, so that only answers go through this hole.
    const by_operators = all.by_operators.filter(
      ({ operation_id }) => operation_id === 'importPayoutAnswers',
    );
    await openHole(company, 'evidence');
    const found = await play(company, { ...all, by_operators }, 1, PLANTED_STEPS);
    assert.ok(found.most.undone >= DAY_CENTS, 'nobody noticed');
  } finally {
    await company.service.stop();
  }
});
