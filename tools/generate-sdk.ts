// Writes the SDK's types of both APIs.
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';
import { OPERATOR_ROUTES } from '../server/http/operator/routes.ts';
import type { OpenApi } from './client-types.ts';
import { merchantSdkTypes, operatorSdkTypes } from './sdk-types.ts';

async function documentOf(api: 'merchant' | 'operator'): Promise<OpenApi> {
  return JSON.parse(JSON.stringify(await renderOpenApi(api)));
}

async function renderMerchantTypes(): Promise<string> {
  return merchantSdkTypes(await documentOf('merchant'), 'openapi/merchant.json');
}

async function renderOperatorTypes(): Promise<string> {
  const repeated = OPERATOR_ROUTES.filter(({ idempotent }) => idempotent === true);
  const done_once = new Set(repeated.map(({ operation_id }) => operation_id));
  return operatorSdkTypes(await documentOf('operator'), 'openapi/operator.json', done_once);
}

export const SDK_FILES = [
  { path: 'sdk/merchant/schema.gen.ts', render: renderMerchantTypes },
  { path: 'sdk/operator/schema.gen.ts', render: renderOperatorTypes },
];
