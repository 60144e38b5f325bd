// Plays each load on both services in turns and compares what comes out.
import { knownPayins } from '../harness/known-trades.ts';
import { HAS_PROCESSOR_TIMES } from '../harness/processor-time.ts';
import type { Shop } from '../harness/shop.ts';
import type { KnownTrade } from '../load/load-plan.ts';
import { type Failure, type Machine, machineOfHere } from '../report.ts';
import { payins } from '../scenario/bench-shops.ts';
import { CLIENTS, loadService } from '../scenario/load-service.ts';
import { type Costs, withCosts } from '../scenario/processor-costs.ts';
import { type CommitName, ofCommit } from './checkout.ts';
import { CHECKOUT_SIDES, type CheckoutSide, type Comparison, compare, turnsOf } from './compare.ts';
import { openStatements, playStatement, type StatementSource } from './import-lines.ts';
import type { ComparedLoad } from './loads.ts';
import type { ComparedSide, OpenAgainst } from './open-against.ts';
import { type ShopCounts, setUpShops } from './set-up-shops.ts';

export type AgainstPlan = {
  readonly seconds: number;
  readonly rounds: number;
  readonly loads: readonly ComparedLoad[];
  readonly counts: ShopCounts;
};

export type AgainstReport = {
  readonly started_at: string;
  readonly machine: Machine;
  readonly options: Pick<AgainstPlan, 'seconds' | 'rounds' | 'counts'>;
  readonly here: CommitName & { readonly has_changes: boolean };
  readonly there: CommitName;
  readonly comparisons: readonly Comparison[];
  readonly failures: readonly Failure[];
};

export const MANY_SHOPS: ShopCounts = { merchants: 200, accounts: 100 };

const MOST_TRADES = 50_000;
const MOST_WARM_UP_SECONDS = 3;

type Ready = {
  readonly shops: readonly Shop[];
  readonly trades: readonly KnownTrade[];
  readonly statements: StatementSource;
};

async function prepare(side: ComparedSide, plan: AgainstPlan): Promise<Ready> {
  const { url } = side.service;
  const shops = await ofCommit(side, 'refuses a request that sets up the merchants', () =>
    setUpShops(url, plan.counts),
  );
  const seconds = Math.min(MOST_WARM_UP_SECONDS, plan.seconds);
  const load = { url, requests: payins(shops), connections: CLIENTS, seconds, least_answers: 1 };
  await ofCommit(side, 'does not take pay-ins', () => loadService(load));
  const trades = await knownPayins(side.database_url, shops, MOST_TRADES);
  const statements = await ofCommit(side, 'takes no account for a statement', () =>
    openStatements(url, shops),
  );
  return { shops, trades, statements };
}

/** What every load has of a round. */
type Round = {
  readonly per_second: number;
  /** Null of lines, which are answered together. */
  readonly p99_ms: number | null;
  readonly costs: Costs;
};

async function playOnce(
  side: ComparedSide,
  { shops, trades, statements }: Ready,
  load: ComparedLoad,
  seconds: number,
): Promise<Round> {
  if ('is_statement' in load) {
    const run = await ofCommit(side, `does not take "${load.name}"`, () =>
      playStatement(side, statements, seconds),
    );
    return { ...run, p99_ms: null };
  }
  const plan = {
    url: side.service.url,
    requests: load.mix(shops, trades),
    answers: load.answers,
    connections: CLIENTS,
    seconds,
    // Costs are told per answer, and a busy machine may have none within a short round.
    least_answers: 1,
  };
  const { result, costs } = await ofCommit(side, `does not answer the load "${load.name}"`, () =>
    withCosts(side.database_url, side.service, () => loadService(plan)),
  );
  return { per_second: result.per_second, p99_ms: result.p99_ms, costs };
}

type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly is_cost?: boolean;
  /** Null if such a load has no such figure. */
  of(run: Round): number | null;
};

const FIGURES: readonly Figure[] = [
  { name: 'rate', unit: '/s', of: ({ per_second }) => per_second },
  { name: 'p99', unit: 'ms', of: ({ p99_ms }) => p99_ms },
];

const bothUs = ({ costs }: Round) => costs.service_us + costs.database_us;

/** PostgreSQL also cleans up and makes checkpoints, in one round more than in another. */
const COST_FIGURES: readonly Figure[] = [
  {
    name: 'processor time of the service',
    unit: 'µs',
    is_cost: true,
    of: ({ costs }) => costs.service_us,
  },
  { name: 'processor time of PostgreSQL', unit: 'µs', of: ({ costs }) => costs.database_us },
  { name: 'processor time of both', unit: 'µs', is_cost: true, of: bothUs },
];

function comparisonsOf(load: ComparedLoad, runs: Record<CheckoutSide, Round[]>): Comparison[] {
  const figures = [...FIGURES, ...(HAS_PROCESSOR_TIMES ? COST_FIGURES : [])];
  return figures.flatMap(({ name, unit, is_cost = false, of }) => {
    const valuesOf = (side: CheckoutSide) => runs[side].flatMap((run) => of(run) ?? []);
    const values = { here: valuesOf('here'), there: valuesOf('there') };
    if (values.here.length === 0) return [];
    const named = { scenario: load.scenario, name: `${load.name}: ${name}`, unit, is_cost };
    return compare({ ...named, runs: values });
  });
}

async function playLoad(
  { sides, say }: OpenAgainst,
  ready: Readonly<Record<CheckoutSide, Ready>>,
  plan: AgainstPlan,
  load: ComparedLoad,
): Promise<Comparison[]> {
  const warm_seconds = Math.min(MOST_WARM_UP_SECONDS, plan.seconds);
  for (const side of CHECKOUT_SIDES) await playOnce(sides[side], ready[side], load, warm_seconds);
  const runs: Record<CheckoutSide, Round[]> = { here: [], there: [] };
  for (const side of turnsOf(plan.rounds)) {
    const run = await playOnce(sides[side], ready[side], load, plan.seconds);
    runs[side].push(run);
    const { service_us, database_us } = run.costs;
    const [rate, ...costs] = [run.per_second, service_us, database_us].map(Math.round);
    say(`${side}: ${rate}/s, service ${costs[0]} µs, PostgreSQL ${costs[1]} µs`);
  }
  return comparisonsOf(load, runs);
}

export async function runAgainst(opened: OpenAgainst, plan: AgainstPlan): Promise<AgainstReport> {
  const { sides, say } = opened;
  const started_at = new Date().toISOString();
  say('setting up the merchants of both services');
  const ready = { here: await prepare(sides.here, plan), there: await prepare(sides.there, plan) };
  const comparisons: Comparison[] = [];
  const failures: Failure[] = [];
  for (const load of plan.loads) {
    say(`${load.scenario}: ${load.name}`);
    try {
      comparisons.push(...(await playLoad(opened, ready, plan, load)));
    } catch (error) {
      // The table and the exit code report the failure too.
      failures.push({ scenario: load.scenario, error: String(error) });
      say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  const nameOf = ({ commit, subject }: CommitName) => ({ commit, subject });
  const { seconds, rounds, counts } = plan;
  return {
    started_at,
    machine: machineOfHere(),
    options: { seconds, rounds, counts },
    here: { ...nameOf(sides.here), has_changes: opened.has_changes },
    there: nameOf(sides.there),
    comparisons,
    failures,
  };
}
