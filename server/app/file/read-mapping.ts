// Reads a mapping of CSV columns from a request: JSON text.
import { mappingProfile, type ReadMapping } from '../../formats/statement/csv/statement-mapping.ts';
import { isRecord } from '../../lib/is-record.ts';

export function readMapping(text: string): ReadMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: 'must be JSON' };
    throw error;
  }
  if (!isRecord(value)) return { problem: 'must be a JSON object' };
  return mappingProfile({ ...value });
}
