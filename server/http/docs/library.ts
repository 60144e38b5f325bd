// The project's documents, read once: only what is in this list is served.
import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Document = {
  /** Below /docs, without the extension: `guide/quick-start`. */
  path: string;
  /** '' for documents outside of a folder. */
  folder: string;
  title: string;
  markdown: string;
};

const ROOT = fileURLToPath(new URL('../../../docs/', import.meta.url));

function titleOf(markdown: string, path: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? path;
}

function readDocument(file: string): Document {
  const markdown = readFileSync(`${ROOT}${file}`, 'utf8');
  const path = file.split(sep).join('/').replace(/\.md$/, '');
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  return { path, folder, title: titleOf(markdown, path), markdown };
}

let library: ReadonlyMap<string, Document> | null = null;

let pictures_read: ReadonlyMap<string, Buffer> | null = null;

/** PNG and SVG files of the documents, by their path below /docs. */
export function pictures(): ReadonlyMap<string, Buffer> {
  pictures_read ??= new Map(
    readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:png|svg)$/.test(file))
      .map((file) => [file.split(sep).join('/'), readFileSync(`${ROOT}${file}`)] as const),
  );
  return pictures_read;
}

/** By path, in alphabetical order. */
export function documents(): ReadonlyMap<string, Document> {
  library ??= new Map(
    readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => {
        const document = readDocument(file);
        return [document.path, document] as const;
      }),
  );
  return library;
}
