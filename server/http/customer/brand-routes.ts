// Serves merchants' logos and colours, at addresses that change with the content and do not name
// the merchant.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Accent, accentsOf, parseColor } from '../../lib/contrast.ts';
import type { PageActs } from './page-acts.ts';
import { FOREVER } from './page-headers.ts';
import type { PageRenderer } from './page-renderer.ts';

const variables = ({ accent, on_accent }: Accent) =>
  `:root{--accent:${accent};--on-accent:${on_accent}}`;

/** Any colour may be requested: the answer is always readable, whoever asks. */
function colorStyles(name: string): string | null {
  const color = /^([0-9a-f]{6})\.css$/.exec(name)?.[1];
  const parsed = color === undefined ? null : parseColor(color);
  if (parsed === null) return null;
  const { light, dark } = accentsOf(parsed);
  return `${variables(light)}\n@media (prefers-color-scheme:dark){${variables(dark)}}\n`;
}

type Named = FastifyRequest<{ Params: { name: string } }>;

/** Browsers must treat it as a picture only, and run nothing in it. */
const PICTURE_HEADERS = {
  ...FOREVER,
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline',
};

export function serveBrands(scope: FastifyInstance, acts: PageActs, renderer: PageRenderer): void {
  scope.get('/logos/:name', async (request: Named, reply) => {
    const logo = await acts.logo(request.params.name);
    if (logo === null) return renderer.error(reply, 404, 'not_found');
    return reply.headers(PICTURE_HEADERS).type(logo.content_type).send(Buffer.from(logo.bytes));
  });
  scope.get('/colors/:name', (request: Named, reply) => {
    const styles = colorStyles(request.params.name);
    if (styles === null) return renderer.error(reply, 404, 'not_found');
    return reply.headers(FOREVER).type('text/css; charset=utf-8').send(styles);
  });
}
