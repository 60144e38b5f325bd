// Writes the types by which the console calls the operator API.
import { CURRENCIES, currencyExponent } from '../server/domain/values/currency.ts';
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';
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

export const CONSOLE_FILES = [
  { path: 'console/parts/exponents.gen.ts', render: exponents },
  {
    path: 'console/api/schema.gen.ts',
    render: async () => {
      const text = JSON.stringify(await renderOpenApi('operator'));
      const document: OpenApi = JSON.parse(text);
      return clientTypes(document, SOURCE);
    },
  },
];
