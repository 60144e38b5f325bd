// The interactive API reference: created on first use, without requests to other hosts.
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify from 'fastify';

export type ApiReference = {
  /** `nonce` must be new for every answer. */
  page(nonce: string): string;
  script: Buffer;
  script_gzip: Buffer;
};

const AT = '/docs/api';

/** Turns off the vendor's fonts, agent, telemetry, tools and links. */
const OFFLINE = {
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
} as const;

async function make(base: string): Promise<ApiReference> {
  // Imported late: it is larger than the rest of the service, and most processes never show it.
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const placeholder = randomBytes(16).toString('hex');
  const inner = Fastify();
  await inner.register(plugin, {
    routePrefix: AT,
    configuration: {
      ...OFFLINE,
      pageTitle: 'Payment Orders · API reference',
      nonce: placeholder,
      sources: [
        { title: 'Merchants', slug: 'merchants', url: `${base}/openapi.json`, default: true },
        { title: 'Operators', slug: 'operators', url: `${base}/operator/openapi.json` },
      ],
    },
  });
  const page = await inner.inject(`${AT}/`);
  const script = await inner.inject(`${AT}/js/scalar.js`);
  await inner.close();
  return {
    page: (nonce) => page.body.replaceAll(placeholder, nonce),
    script: script.rawPayload,
    script_gzip: await promisify(gzip)(script.rawPayload),
  };
}

const made = new Map<string, Promise<ApiReference>>();

/** `base` is the path of PUBLIC_URL. */
export function apiReference(base: string): Promise<ApiReference> {
  const found = made.get(base);
  if (found !== undefined) return found;
  const making = make(base);
  made.set(base, making);
  // A failure goes to this caller, and the next one tries again.
  making.catch(() => made.delete(base));
  return making;
}

/** The reference needs inline styles; scripts run only with the answer's own nonce. */
export function apiReferencePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
