// An order by its name: its merchant's own id, unless the service has given one.
import { SETTLEMENT_PAYOUT } from '../../texts/trade-words.ts';

const OF_SETTLEMENT = /^settlement-[0-9a-f-]{32}([0-9a-f]{4})$/;

/** The service itself orders the pay-out of a settlement: nobody reads the id that it gives it. */
export const orderName = (order_id: string): string => {
  const [, end] = OF_SETTLEMENT.exec(order_id) ?? [];
  return end === undefined ? order_id : SETTLEMENT_PAYOUT(end);
};
