// The job: looks at the orders of customers whose data somebody wants erased, a page at a time, and
// notes which are erased and which are put aside; the process of the tables' owner erases.
import { customerTarget, outcomeOf } from '../../domain/erasure/erase-customer.ts';
import { now } from '../../store/batch/store.ts';
import {
  countCustomerErasure,
  endCustomerErasures,
  type LookedAtOrder,
  lockUnfinishedLook,
  noteLook,
} from '../../store/erasure/customer-erasures.ts';
import { firstOrderOf } from '../../store/erasure/customer-facts.ts';
import {
  type FoundOrder,
  findCustomerOrders,
  ORDERS_AT_ONCE,
} from '../../store/erasure/customer-orders.ts';
import { insertErasure } from '../../store/erasure/erasures.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { SERVICE } from '../request/caller.ts';

function lookedAt({ trade_id, made_at, facts }: FoundOrder, is_early: boolean): LookedAtOrder {
  const { outcome, obstacle } = outcomeOf(facts, is_early);
  const reason = obstacle?.reason ?? null;
  return { trade_id, made_at, outcome, reason, reason_until: obstacle?.until ?? null };
}

/** One page, in one transaction: a process that is killed leaves it to be done again. */
async function lookFurther(app: App): Promise<number> {
  const { db, cipher } = app.store;
  return await db.transaction(async (tx) => {
    const at = await now(app.store, tx);
    const erasure = await lockUnfinishedLook(tx);
    if (erasure === null) return 0;
    const { merchant_id, erasure_id, is_early } = erasure;
    const page = { now: at, after: erasure.position, until: erasure.asked_at };
    const found = await findCustomerOrders({ db: tx, cipher }, erasure, page);
    const orders = found.map((order) => lookedAt(order, is_early));
    for (const { trade_id, outcome } of orders) {
      if (outcome === 'erase') await insertErasure(tx, { merchant_id, trade_id, erasure_id }, at);
    }
    await noteLook(tx, erasure, orders, found.length < ORDERS_AT_ONCE ? at : null);
    return 1;
  });
}

/** The trail says how each ended, in numbers. */
async function noteEnded(app: App): Promise<void> {
  const { db, cipher } = app.store;
  await db.transaction(async (tx) => {
    const at = await now(app.store, tx);
    for (const erasure of await endCustomerErasures(tx, at)) {
      const counts = await countCustomerErasure(tx, erasure);
      const { looked_at, nothing_left, put_aside } = counts;
      const erased = looked_at - nothing_left - put_aside;
      const first = await firstOrderOf({ db: tx, cipher }, erasure);
      const target = customerTarget(erasure.merchant_id, first ?? '');
      const detail = { erased, put_aside, nothing_left };
      await auditIn(tx, SERVICE, 'customer_erasure_ended', target, detail);
    }
  });
}

/** Returns how many pages were looked at. */
export async function followCustomerErasures(app: App): Promise<number> {
  const looked = await lookFurther(app);
  if (looked === 0) await noteEnded(app);
  return looked;
}
