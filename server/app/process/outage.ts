// Tells outages apart from bugs: makes the store's test available to http/ and jobs/.
import { isCommitUnknown, isStoreOutage } from '../../store/connection/outage.ts';

/** True if the database is unreachable or did not answer: a 503 for requests, a retry for jobs. */
export function isOutage(error: unknown): boolean {
  return isStoreOutage(error);
}

/** True if the outage leaves open whether the request was carried out. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isCommitUnknown(error);
}
