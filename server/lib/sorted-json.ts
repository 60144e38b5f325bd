// JSON whose text is the same for equal values, whatever the order of their fields.
import { isRecord } from './is-record.ts';

export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
