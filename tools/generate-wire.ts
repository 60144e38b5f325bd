// Renders the OpenAPI documents and a page per error code, from the routes and the catalogue.
import { REFUSAL_CODES } from '../server/domain/service/refusal.ts';
import { errorDocument } from '../server/http/docs/error-document.ts';
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';

const HEAD = '<!-- Made by tools/generate.ts: change the code it comes from, then run that. -->';

const openApi = (kind: 'merchant' | 'operator') => ({
  path: `openapi/${kind}.json`,
  render: async () => `${JSON.stringify(await renderOpenApi(kind), null, 2)}\n`,
});

/** The documents and their paths in the repository. */
export const WIRE_FILES = [
  openApi('merchant'),
  openApi('operator'),
  ...REFUSAL_CODES.map((code) => ({
    path: `docs/reference/errors/${code.replaceAll('_', '-')}.md`,
    render: () => `${HEAD}\n\n${errorDocument(code, '../../guide')}`,
  })),
];
