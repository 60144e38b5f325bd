// Writes the SDK's types of the API.
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';
import type { OpenApi } from './client-types.ts';
import { sdkTypes } from './sdk-types.ts';

async function renderTypes(): Promise<string> {
  const text = JSON.stringify(await renderOpenApi('merchant'));
  const document: OpenApi = JSON.parse(text);
  return sdkTypes(document, 'openapi/merchant.json');
}

export const SDK_FILE = { path: 'sdk/schema.gen.ts', render: renderTypes };
