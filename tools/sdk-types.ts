// The types by which the SDK calls the merchant API, and which requests it may send again.
import { clientTypes, documentOperations, type OpenApi } from './client-types.ts';

const REPEATABLE = 'x-repeatable';

function repeatableOf(operation: object): string {
  const told = new Map<string, unknown>(Object.entries(operation)).get(REPEATABLE);
  if (typeof told !== 'string') throw new Error(`An operation has no ${REPEATABLE}`);
  return told;
}

export function sdkTypes(document: OpenApi, source: string): string {
  const rows = documentOperations(document).map(
    ({ operation }) => `  ${operation.operationId}: '${repeatableOf(operation)}',`,
  );
  return `${clientTypes(document, source)}
/** Whether the same request, sent again, does nothing twice. */
export const REPEATABLE: Readonly<Record<keyof Operations, 'always' | 'with_key' | 'never'>> = {
${rows.join('\n')}
};
`;
}
