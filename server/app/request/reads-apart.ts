// Lets work that reads much use a part of the connections, and says why such work was ended.
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  databasePart,
  PartIsBusy,
  type PartLimits,
  TookTooLong,
} from '../../store/connection/database-part.ts';
import type { App } from '../process/app.ts';

export type { PartLimits } from '../../store/connection/database-part.ts';

/** The app for one request whose statements have these limits. */
export type Apart = () => App;

/** All requests that use the same part share its connections. */
export function readsApart(app: App, limits: PartLimits): Apart {
  let db: Database | null = null;
  return () => {
    db ??= databasePart(app.store.db, limits);
    // Made for each request: the store knows how far the sandbox's clock is ahead now.
    return { ...app, store: { ...app.store, db } };
  };
}

const MS_PER_SECOND = 1_000;
const RETRY_S = 5;

/** What ended the work, in words; null: something else. */
export function endedApart(error: unknown): Refusal | null {
  if (error instanceof TookTooLong) {
    const detail =
      `This was ended, because the database needed more than ${error.after_ms / MS_PER_SECOND} s ` +
      'for one step. Ask for less: a shorter time, one merchant, fewer states.';
    return refuse('takes_too_long', detail);
  }
  if (error instanceof PartIsBusy) {
    const detail =
      'Too many lists, searches, reports or exports are under way. Try again in a moment.';
    return refuse('rate_limited', detail, { retry_after_s: RETRY_S });
  }
  return null;
}
