// Measures how fast customers' UTRs are attached, each to a different pay-in.
import { knownPayins } from '../harness/known-trades.ts';
import { openBenchShops, payins } from './bench-shops.ts';
import { CLIENTS, loadService } from './load-service.ts';
import type { Figure, Scenario } from './scenario.ts';

const scenario = 'utr';
/** Share of the time spent on making pay-ins, so that there are enough of them. */
const ATTACH_SHARE = 0.5;

export const UTR: Scenario = {
  name: scenario,
  what: 'attaching UTRs to pay-ins',
  async run(bench): Promise<Figure[]> {
    const { database_url, seconds } = bench;
    const { shops } = await openBenchShops(bench);
    const service = await bench.startService();
    try {
      const load = { url: service.url, connections: CLIENTS };
      const requests = payins(shops);
      const made = await loadService({ ...load, seconds, requests });
      const trades = await knownPayins(database_url, shops, made.answered);
      const attaches = { ...requests, trades, shares: { utr: 1 } };
      const length = { seconds: seconds * ATTACH_SHARE };
      const { per_second, p99_ms } = await loadService({ ...load, ...length, requests: attaches });
      return [
        { scenario, name: `UTRs attached, ${CLIENTS} clients`, unit: '/s', value: per_second },
        { scenario, name: `p99 at ${CLIENTS} clients`, unit: 'ms', value: p99_ms },
      ];
    } finally {
      await service.stop();
    }
  },
};
