// How long kinds of data are kept is changed: to keep one for fewer days ends what is older for
// good, so it needs a second person.
import {
  daysKept,
  isShorter,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionPeriods,
} from '../service/retention-kinds.ts';
import { openly } from '../setting/settings-ask.ts';
import type { SettingsVerdict } from '../setting/settings-decision.ts';
import type { GivenPeriod } from './retention-requests.ts';

export type RetentionChange = { given: readonly GivenPeriod[]; note: string | null };

/** What people and the audit trail see: the days of each kind; null: without an end. */
type ShownPeriods = Readonly<Partial<Record<RetentionKind, number | null>>>;

const TARGET = 'retention';

/** In the order of the list, whatever that of the request is. */
function shown(kinds: readonly RetentionKind[], days: (kind: RetentionKind) => number | null) {
  const named = RETENTION_KINDS.filter((kind) => kinds.includes(kind));
  return Object.fromEntries(named.map((kind) => [kind, days(kind)])) as ShownPeriods;
}

/** What the request does not name stays as it is. */
export function decideRetention(
  periods: RetentionPeriods,
  { given, note }: RetentionChange,
): SettingsVerdict<readonly GivenPeriod[]> {
  const changed = given.filter(({ kind, days }) => daysKept(periods, kind) !== days);
  if (changed.length === 0) return { saved: given, is_unchanged: true };
  const next = Object.fromEntries(changed.map(({ kind, days }) => [kind, days]));
  const daysBefore = (kind: RetentionKind) => daysKept(periods, kind);
  const daysAfter = (kind: RetentionKind) => daysKept(next, kind);
  const kinds = changed.map(({ kind }) => kind);
  const shorter = kinds.filter((kind) => isShorter(daysBefore(kind), daysAfter(kind)));
  const before = shown(kinds, daysBefore);
  const after = shown(kinds, daysAfter);
  return {
    saved: changed,
    target: TARGET,
    detail: { before, after, note },
    ask: shorter.length === 0 ? null : openly({ merchant_id: null, target: TARGET, before, after }),
  };
}
