// How long each kind of data is kept: shown with what was ended so far, and set.

import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { SET_RETENTION } from '../../domain/retention/retention-requests.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import {
  daysKept,
  endedBefore,
  RETENTION,
  RETENTION_KINDS,
  type RetentionKind,
} from '../../domain/service/retention-kinds.ts';
import { readRetention } from '../../store/retention/retention-periods.ts';
import { readOldestKept, readRetentionProgress } from '../../store/retention/retention-progress.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { versionsOfRetention } from '../request/setting-version.ts';
import { isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type RetentionKindBody = {
  kind: RetentionKind;
  /** Null: without an end. */
  days: number | null;
  default_days: number;
  min_days: number;
  max_days: number;
  may_stay: boolean;
  ends: string;
  stays: string;
  why: string;
  ends_before: string | null;
  oldest_at: string | null;
  looked_at: string | null;
  last_ended_at: string | null;
  rows_ended: number;
  ended_before: string | null;
  version: string;
};

export type RetentionBody = { kinds: RetentionKindBody[] };

export async function getRetention(app: App): Promise<RetentionBody> {
  const { db, cipher } = app.store;
  const [periods, progress, oldest] = await Promise.all([
    readRetention(db),
    readRetentionProgress(db),
    readOldestKept(db),
  ]);
  const now = serviceTime(app);
  const known = new Map(progress.map((one) => [one.kind, one]));
  return {
    kinds: RETENTION_KINDS.map((kind) => {
      const { days: default_days, ...row } = RETENTION[kind];
      const seen = known.get(kind);
      return {
        kind,
        days: daysKept(periods, kind),
        default_days,
        ...row,
        ends_before: isoOrNull(endedBefore(periods, kind, now)),
        oldest_at: isoOrNull(oldest.get(kind) ?? seen?.oldest_at ?? null),
        looked_at: isoOrNull(seen?.looked_at ?? null),
        last_ended_at: isoOrNull(seen?.last_ended_at ?? null),
        rows_ended: Number(seen?.rows_ended ?? 0n),
        ended_before: isoOrNull(seen?.ended_before ?? null),
        version: versionsOfRetention(cipher, periods, [{ kind }]),
      };
    }),
  };
}

/** What the request does not name stays as it is. */
export async function setRetention(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<RetentionBody | Refusal> {
  const asked = readRequest(SET_RETENTION, raw);
  if (isRefusal(asked)) return asked;
  const request = { given: asked.periods, note: asked.note };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.set_retention, request);
  return isRefusal(changed) ? changed : await getRetention(app);
}
