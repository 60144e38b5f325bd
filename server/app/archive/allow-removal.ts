// The removals of archived months as owners see them, and the act by which they allow one.
import { archiveName, monthOfArchive } from '../../domain/archive/archive-document.ts';
import {
  type CopyKind,
  REMOVED_KINDS,
  type RemovedKind,
  STAY_REASONS,
  STAY_WORDS,
  type StayReason,
} from '../../domain/archive/removal.ts';
import { ALLOW_REMOVAL } from '../../domain/archive/removal-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { type MonthRemoval, readRemovals } from '../../store/archive/removals.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export const REMOVAL_STATES = ['planned', 'allowed', 'removed'] as const;
export type RemovalState = (typeof REMOVAL_STATES)[number];

export type RemovalBody = {
  month: string;
  state: RemovalState;
  file_sha256: string;
  copy: CopyKind;
  trades: number;
  rows: { kind: RemovedKind; planned: number; removed: number }[];
  stays: { reason: StayReason; words: string; count: number }[];
  differs: number;
  planned_at: string;
  allowed_at: string | null;
  ended_at: string | null;
};

function stateOf({ allowed_at, ended_at }: MonthRemoval): RemovalState {
  if (ended_at !== null) return 'removed';
  return allowed_at === null ? 'planned' : 'allowed';
}

function removalBody(removal: MonthRemoval): RemovalBody {
  const { month, file_sha256, copy, counts, done } = removal;
  return {
    month,
    state: stateOf(removal),
    file_sha256,
    copy,
    trades: counts.removed.trades,
    rows: REMOVED_KINDS.map((kind) => ({
      kind,
      planned: counts.removed[kind],
      removed: done[kind],
    })),
    stays: STAY_REASONS.flatMap((reason) => {
      const count = counts.stays[reason];
      return count === undefined ? [] : [{ reason, words: STAY_WORDS[reason], count }];
    }),
    differs: Object.values(counts.differs).reduce((sum, count) => sum + count, 0),
    planned_at: iso(removal.planned_at),
    allowed_at: isoOrNull(removal.allowed_at),
    ended_at: isoOrNull(removal.ended_at),
  };
}

/** Oldest month first. */
export async function listRemovals(app: App): Promise<{ removals: RemovalBody[] }> {
  return { removals: (await readRemovals(app.store.db)).map(removalBody) };
}

/** The command on the machine carries it out. */
export async function allowMonthRemoval(
  app: App,
  operator: OperatorCaller,
  month: string,
  raw: RawFields,
): Promise<RemovalBody | Refusal> {
  if (monthOfArchive(archiveName(month)) === null) return refuseUnknown();
  const asked = readRequest(ALLOW_REMOVAL, raw);
  if (isRefusal(asked)) return asked;
  const request = { month, ...asked };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.allow_removal, request);
  if (isRefusal(changed)) return changed;
  const { removals } = await listRemovals(app);
  return removals.find((one) => one.month === month) ?? refuseUnknown();
}
