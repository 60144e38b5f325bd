// Tells outages apart from bugs: makes the store's test available to http/ and jobs/.
import { isCommitUnknown, isStoreOutage, StoreUnavailable } from '../../store/connection/outage.ts';

/** True if the database is unreachable or did not answer: a 503 for requests, a retry for jobs. */
export function isOutage(error: unknown): boolean {
  return isStoreOutage(error);
}

/** True if the outage leaves open whether the request was carried out. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isCommitUnknown(error);
}

type Refusing = { readonly store: { readonly db: { refuseHanging(): void } } };

/** What changes something would only wait for one more commit: throws the outage at once. */
export function refuseWhileHanging({ store }: Refusing, method: string): void {
  if (method !== 'GET') store.db.refuseHanging();
}

/** As long as for one answer of the database. */
const LIMIT_MS = 5_000;

/** Bounds the wait for work of several statements, each with its limit; the work itself goes on. */
export async function withinLimit<Value>(work: Promise<Value>): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StoreUnavailable('Not read in time')), LIMIT_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
