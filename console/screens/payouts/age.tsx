// How long a pay-out waits, against the target after which an alert is raised.
import { Badge, VisuallyHidden } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { AttentionItem } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useServiceNow } from '../../parts/live/service-now.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';

const MINUTE_MS = 60_000;
const HOUR_MIN = 60;
const DAY_MIN = 24 * HOUR_MIN;

/** 75 → `1 h 15 min`. */
function duration(minutes: number): string {
  if (minutes < HOUR_MIN) return `${minutes} min`;
  if (minutes < DAY_MIN) {
    const rest = minutes % HOUR_MIN;
    return `${Math.floor(minutes / HOUR_MIN)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  return `${Math.floor(minutes / DAY_MIN)} d ${Math.floor((minutes % DAY_MIN) / HOUR_MIN)} h`;
}

/** The target in minutes, as the settings of alerts have it; null if nothing of it waits. */
export function useTarget(kind: AttentionItem['kind']): number | null {
  const { data } = useRead(readOf('listAttention', {}));
  return data?.data.find((item) => item.kind === kind)?.threshold ?? null;
}

export function Age({ since, target }: { since: string; target: number | null }) {
  const age_ms = useServiceNow()() - Date.parse(since);
  const minutes = Math.max(0, Math.floor(age_ms / MINUTE_MS));
  const is_late = target !== null && minutes >= target;
  const title = `${since.replace('T', ' ').replace('Z', '')} UTC`;
  if (!is_late)
    return (
      <time dateTime={since} title={title} className="number">
        {duration(minutes)}
      </time>
    );
  const why = PAYOUT_TEXTS.late(duration(target));
  return (
    <Badge color="orange" variant="light" tt="none" title={`${title}; ${why}`}>
      {duration(minutes)}
      <VisuallyHidden> {why}</VisuallyHidden>
    </Badge>
  );
}
