// Writes the types by which the console calls the operator API.
import { CURRENCIES, currencyExponent } from '../server/domain/values/currency.ts';
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';
import { OPERATOR_ROUTES } from '../server/http/operator/routes.ts';
import { clientTypes, type OpenApi } from './client-types.ts';

const SOURCE = 'openapi/operator.json';

const USUAL = 2;

/** Only the currencies that have other decimals than most: the others need no row. */
function exponents(): string {
  const rows = CURRENCIES.flatMap((code) => {
    const exponent = currencyExponent(code);
    return exponent === undefined || exponent === USUAL ? [] : [`  ${code}: ${exponent},\n`];
  });
  return `// Made by tools/generate.ts: decimals of the currencies that do not have two (ISO 4217).

export const EXPONENTS: Readonly<Record<string, number>> = {\n${rows.join('')}};\n`;
}

/** What becomes of a change that is sent twice because its answer was lost. */
function repeats(): string {
  const names = (of: typeof OPERATOR_ROUTES) =>
    of.map(({ operation_id }) => `  '${operation_id}',\n`).join('');
  const once = OPERATOR_ROUTES.filter(({ idempotent }) => idempotent === true);
  const anew = OPERATOR_ROUTES.filter(
    ({ method, status, idempotent }) => method === 'POST' && status === 201 && idempotent !== true,
  );
  return `// Made by tools/generate.ts from the routes of the operator API: what becomes of a
// request that is sent twice.

/** With the same Idempotency-Key it is done once, and answers the same. */
export const DONE_ONCE = [\n${names(once)}] as const;

/** Each makes another one. */
export const MAKES_ANOTHER = [\n${names(anew)}] as const;\n`;
}

export const CONSOLE_FILES = [
  { path: 'console/api/repeats.gen.ts', render: repeats },
  { path: 'console/parts/amount/exponents.gen.ts', render: exponents },
  {
    path: 'console/api/schema.gen.ts',
    render: async () => {
      const text = JSON.stringify(await renderOpenApi('operator'));
      const document: OpenApi = JSON.parse(text);
      return clientTypes(document, SOURCE);
    },
  },
];
