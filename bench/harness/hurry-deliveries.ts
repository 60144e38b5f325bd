// Cuts the waits between the attempts of callbacks while a service sends them.

/**
 * SQL that makes waiting deliveries due that are chosen by `where` (columns of `deliveries`).
 *
 * It passes over rows that the service holds: an update waits for each of its rows in the order of
 * the table, the service takes them by their key, and each would wait for the other. So it is
 * repeated until nothing waits.
 */
export const hurryDeliveries = (where: string): string => `
  update deliveries set due_at = now()
  where (merchant_id, trade_id, sequence, endpoint_number) in (
    select merchant_id, trade_id, sequence, endpoint_number from deliveries
    where status = 'waiting' and due_at > now() and ${where}
    for no key update skip locked)`;
