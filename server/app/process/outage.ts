// Outages as the edges see them: the store's own test, under the use cases' roof.
import {
  isOutage as isStoreOutage,
  isOutcomeUnknown as isUnknownInStore,
} from '../../store/connection/outage.ts';

/** True where the database is away or did not answer: 503 at the edge, a later try in the jobs. */
export function isOutage(error: unknown): boolean {
  return isStoreOutage(error);
}

/** An outage after which what was asked may have been done. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isUnknownInStore(error);
}
