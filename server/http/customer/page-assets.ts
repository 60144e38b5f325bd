// The page's style, script and icon, at addresses that change with their content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AssetPaths } from '../../pages/page-context.ts';

export type Asset = { name: string; content_type: string; body: Buffer };

const FOLDER = new URL('../../pages/', import.meta.url);

const FILES = {
  css: { stem: 'payment-page', ending: 'css', content_type: 'text/css; charset=utf-8' },
  js: { stem: 'payment-page', ending: 'js', content_type: 'text/javascript; charset=utf-8' },
  icon: { stem: 'payment-page-icon', ending: 'svg', content_type: 'image/svg+xml' },
} as const;

function readAsset(key: keyof AssetPaths): Asset {
  const { stem, ending, content_type } = FILES[key];
  const body = readFileSync(new URL(`${stem}.${ending}`, FOLDER));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { name: `${stem}.${hash}.${ending}`, content_type, body };
}

/** Read once: a running service never mixes two versions of its page. */
export function readPageAssets(): Readonly<Record<keyof AssetPaths, Asset>> {
  return { css: readAsset('css'), js: readAsset('js'), icon: readAsset('icon') };
}
