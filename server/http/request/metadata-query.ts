// Gathers `metadata[cart]=A-17` of a query: within the service it is one filter like the others.
import type { FieldError } from '../../domain/service/refusal.ts';
import { metadataKeyOf, metadataText } from '../../domain/trade/metadata.ts';
import type { MetadataPair } from '../../domain/values/text.ts';

const CONTROL = /\p{Cc}/u;
const FILTER = 'metadata';

type Sent = readonly (readonly [name: string, value: unknown])[];
type Problem = Pick<FieldError, 'code' | 'message'>;

function problemOf(value: unknown): Problem | null {
  if (typeof value !== 'string') return { code: 'type', message: 'must be given once' };
  return CONTROL.test(value) ? { code: 'format', message: 'has control characters' } : null;
}

/** The query with its pairs as one text, a pair in each line. */
export function gatherMetadata(query: Sent, errors: FieldError[]): Sent {
  const rest = query.filter(([name]) => metadataKeyOf(name) === null);
  const pairs: MetadataPair[] = [];
  for (const [name, value] of query) {
    const key = metadataKeyOf(name);
    const problem = key === null ? null : problemOf(value);
    if (problem !== null) errors.push({ field: FILTER, ...problem });
    else if (key !== null) pairs.push([key, String(value)]);
  }
  if (pairs.length === 0) return rest;
  const named = rest.find(([name]) => name === FILTER);
  if (named === undefined) return [...rest, [FILTER, metadataText(pairs)]];
  errors.push({ field: FILTER, code: 'not_allowed', message: 'is given twice' });
  return rest;
}
