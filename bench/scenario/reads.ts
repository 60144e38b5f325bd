// Compares each kind of read with creates of the same service in the same round.
import { knownPayins } from '../harness/known-trades.ts';
import type { RequestMix } from '../load/load-plan.ts';
import { FUNDS_CENTS, openBenchShops, payins } from './bench-shops.ts';
import { figureOf, ratios } from './figures.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import type { Bench, Figure, Scenario } from './scenario.ts';

const scenario = 'reads';
const MOST_TRADES = 50_000;

export const READ_QUESTIONS = [
  { kind: 'get', name: 'get by id' },
  { kind: 'search', name: 'search by order_id' },
  { kind: 'balance', name: 'balance' },
] as const;

type Rates = Record<(typeof READ_QUESTIONS)[number]['kind'] | 'payin', number>;

async function playRound(bench: Bench, url: string, mix: RequestMix): Promise<Rates> {
  const load = { url, connections: CLIENTS, seconds: bench.seconds / 2, answers: ['200', '201'] };
  const rateOf = async (kind: keyof Rates) => {
    const shares = { [kind]: 1 };
    const { per_second } = await loadService({ ...load, requests: { ...mix, shares } });
    return per_second;
  };
  return {
    payin: await rateOf('payin'),
    get: await rateOf('get'),
    search: await rateOf('search'),
    balance: await rateOf('balance'),
  };
}

function figuresOf(rounds: readonly Rates[]): Figure[] {
  const creates = rounds.map((round) => round.payin);
  const figures = READ_QUESTIONS.flatMap(({ kind, name }) => {
    const rates = rounds.map((round) => round[kind]);
    return [
      figureOf({ scenario, name, unit: '/s' }, rates),
      figureOf(
        { scenario, name: `${name} ÷ creates`, unit: '×', at_least: 1.2 },
        ratios(rates, creates),
      ),
    ];
  });
  return [figureOf({ scenario, name: 'pay-in creates', unit: '/s' }, creates), ...figures];
}

export const READS: Scenario = {
  name: scenario,
  what: 'get, search and balance beside creates',
  async run(bench) {
    // The merchants get funds, because a merchant without money has no balance row to read.
    const { shops } = await openBenchShops(bench, { funds_cents: FUNDS_CENTS });
    const service = await bench.startService();
    try {
      const { url } = service;
      const requests = payins(shops);
      await warmUp({ url, requests });
      const trades = await knownPayins(bench.database_url, shops, MOST_TRADES);
      const mix = { ...requests, trades };
      const all = { ...mix, shares: { get: 1, search: 1, balance: 1 } };
      await warmUp({ url, requests: all, answers: ['200'] });
      const rounds: Rates[] = [];
      while (rounds.length < bench.rounds) {
        const round = await playRound(bench, url, mix);
        const told = Object.entries(round).map(([kind, rate]) => `${kind} ${Math.round(rate)}/s`);
        bench.say(told.join(', '));
        rounds.push(round);
      }
      return figuresOf(rounds);
    } finally {
      await service.stop();
    }
  },
};
