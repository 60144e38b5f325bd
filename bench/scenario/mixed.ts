// Measures a typical mix of requests: many reads, some pay-ins and few pay-outs.
import { knownPayins } from '../harness/known-trades.ts';
import type { RequestMix } from '../load/load-plan.ts';
import { FUNDS_CENTS, openBenchShops, PAYOUT_AMOUNTS, payins } from './bench-shops.ts';
import { CLIENTS, loadService, warmUp } from './load-service.ts';
import type { Figure, Scenario } from './scenario.ts';

const scenario = 'mixed';
export const MIXED_SHARES: RequestMix['shares'] = { get: 70, payin: 20, payout: 10 };
const MOST_TRADES = 50_000;

export const MIXED: Scenario = {
  name: scenario,
  what: '70 % gets, 20 % pay-ins, 10 % pay-outs',
  async run(bench): Promise<Figure[]> {
    const { shops } = await openBenchShops(bench, { funds_cents: FUNDS_CENTS });
    const service = await bench.startService();
    try {
      const { url } = service;
      await warmUp({ url, requests: payins(shops) });
      const trades = await knownPayins(bench.database_url, shops, MOST_TRADES);
      const requests = { shares: MIXED_SHARES, shops, trades, amounts_cents: PAYOUT_AMOUNTS };
      const load = { url, requests, connections: CLIENTS, answers: ['200', '201'] };
      const { per_second, p99_ms } = await loadService({ ...load, seconds: bench.seconds });
      return [
        { scenario, name: `requests, ${CLIENTS} clients`, unit: '/s', value: per_second },
        { scenario, name: `p99 at ${CLIENTS} clients`, unit: 'ms', value: p99_ms },
      ];
    } finally {
      await service.stop();
    }
  },
};
