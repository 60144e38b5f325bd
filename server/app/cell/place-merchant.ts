// The cell of a new merchant if its operator names none: the one with the fewest orders in the last
// seven days.
import { DAY_MS } from '../../lib/durations.ts';
import { countCreatedSince } from '../../store/trade/count-created.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { FoundCell, ServedCells } from './cells.ts';

export const MEASURED_DAYS = 7;

/** How many orders the cell has taken in these days, which is how full it is. */
export async function recentOrders(app: App): Promise<bigint> {
  const first_day = Math.floor(serviceTime(app) / DAY_MS) - MEASURED_DAYS;
  return await countCreatedSince(app.store.db, first_day);
}

/** Of the cells that answer; the first of those that are equal. */
export async function leastLoadedCell(
  cells: ServedCells,
): Promise<Extract<FoundCell, { kind: 'cell' }>> {
  const running = cells.all.flatMap(({ name, app: appOf }) => {
    const app = appOf();
    return app === null ? [] : [{ kind: 'cell' as const, name, app }];
  });
  const counted = await Promise.allSettled(
    running.map(async (cell) => ({ cell, orders: await recentOrders(cell.app) })),
  );
  const known = counted.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [least] = known.toSorted((a, b) => Number(a.orders - b.orders));
  if (least !== undefined) return least.cell;
  const [failed] = counted.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  throw failed;
}
