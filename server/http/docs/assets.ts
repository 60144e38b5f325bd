// The documents' style, scripts and search index, read once and compressed once.
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { type CompressedBody, compressed, sendCompressed } from '../transport/compression.ts';
import { searchIndex, searchModule } from './search-index.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const fileText = (name: string) =>
  readFileSync(new URL(`browser/${name}`, import.meta.url), 'utf8');

type Asset = { content_type: string; text: () => string };

/** In the order in which their rules apply. */
const STYLES = ['docs-base.css', 'docs-content.css', 'docs-frame.css', 'docs-narrow.css'];

const ASSETS: Readonly<Record<string, Asset>> = {
  'docs.css': {
    content_type: 'text/css; charset=utf-8',
    text: () => STYLES.map(fileText).join('\n'),
  },
  'docs.js': { content_type: SCRIPT, text: () => fileText('docs.js') },
  'find-sections.js': { content_type: SCRIPT, text: searchModule },
  'icon.svg': {
    content_type: 'image/svg+xml',
    text: () => fileText('../../../pages/browser/payment-page-icon.svg'),
  },
  'search.json': {
    content_type: 'application/json; charset=utf-8',
    text: () => JSON.stringify(searchIndex()),
  },
};

export function registerDocsAssets(server: FastifyInstance, cache_control: string): void {
  for (const [name, { content_type, text }] of Object.entries(ASSETS)) {
    let body: CompressedBody | null = null;
    server.get(`/docs/assets/${name}`, (_request, reply) => {
      body ??= compressed(Buffer.from(text()));
      reply.header('cache-control', cache_control).type(content_type);
      return sendCompressed(reply, body);
    });
  }
}
