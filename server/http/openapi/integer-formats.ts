// Says of every integer in a document that 64 bits hold it: amounts in minor units pass 2^31 soon,
// and some generators of clients take a plain integer for one of 32 bits.
import { isRecord } from '../../lib/is-record.ts';

const isInteger = ({ type }: Readonly<Record<string, unknown>>): boolean =>
  type === 'integer' || (Array.isArray(type) && type.includes('integer'));

/** Their members are values, not schemas. */
const VALUES: readonly string[] = ['example', 'examples'];

/** A format that a schema has itself stays. */
export function withIntegerFormats(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withIntegerFormats);
  if (!isRecord(part)) return part;
  const inside = Object.entries(part).map(([name, value]) => [
    name,
    VALUES.includes(name) ? value : withIntegerFormats(value),
  ]);
  return { ...(isInteger(part) ? { format: 'int64' } : {}), ...Object.fromEntries(inside) };
}
