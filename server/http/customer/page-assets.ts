// The page's style, script and icon, at addresses that change with their content.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AssetPaths } from '../../pages/parts/page-context.ts';
import { type CompressedBody, compressed } from '../transport/compression.ts';

export type Asset = { name: string; content_type: string; body: CompressedBody };

const FOLDER = new URL('../../pages/browser/', import.meta.url);

type FileKind = {
  stem: string;
  ending: string;
  content_type: string;
  /** Modules that are put before it in the one file that is served. */
  parts?: readonly string[];
};

const FILES: Readonly<Record<keyof AssetPaths, FileKind>> = {
  css: { stem: 'payment-page', ending: 'css', content_type: 'text/css; charset=utf-8' },
  js: {
    stem: 'payment-page',
    ending: 'js',
    content_type: 'text/javascript; charset=utf-8',
    parts: [
      ...['asking.js', 'live.js', 'picture.js', 'forms.js', 'typing.js', 'copying.js'],
      ...['times.js', 'language-menu.js'],
    ],
  },
  icon: { stem: 'payment-page-icon', ending: 'svg', content_type: 'image/svg+xml' },
};

/** A line of a module without `import` and `export`. */
function withoutModuleWords(line: string): string[] {
  if (line.startsWith('import ') && line.includes(" from './")) return [];
  return [
    /^export (?:async function|function|const) /.test(line) ? line.slice('export '.length) : line,
  ];
}

/**
 * Joins the modules into one file, so that the page needs one request; within a file they need no
 * imports.
 */
const joined = (names: readonly string[]) =>
  Buffer.from(
    names
      .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
      .map((text) => text.split('\n').flatMap(withoutModuleWords).join('\n'))
      .join('\n'),
  );

function readAsset(key: keyof AssetPaths): Asset {
  const { stem, ending, content_type, parts = [] } = FILES[key];
  const body = joined([...parts, `${stem}.${ending}`]);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { name: `${stem}.${hash}.${ending}`, content_type, body: compressed(body) };
}

export type PageAssets = Readonly<Record<keyof AssetPaths, Asset>>;

let known: PageAssets | undefined;

/** Read once, so that a running service never mixes two versions of its page. */
export function readPageAssets(): PageAssets {
  known ??= { css: readAsset('css'), js: readAsset('js'), icon: readAsset('icon') };
  return known;
}

/** The addresses, beginning with the path of PUBLIC_URL. */
export function assetPathsOf(base_path: string, assets: PageAssets): AssetPaths {
  const asset = (key: keyof AssetPaths) => `${base_path}/pay/assets/${assets[key].name}`;
  return { css: asset('css'), js: asset('js'), icon: asset('icon') };
}
