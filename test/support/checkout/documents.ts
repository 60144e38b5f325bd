// Splits the project's Markdown into links, code blocks and words in backticks, for the tests that
// compare the documents with the code.
import { readCheckout } from './checkout.ts';

export type Block = { language: string; text: string };

const FENCED = /^```([a-z]*)\n([\s\S]*?)^```$/gm;

/** Documents by path, without the pages in the folders of tests and dependencies. */
export function readDocuments(): ReadonlyMap<string, string> {
  return new Map([...readCheckout(['.md'])].filter(([path]) => !path.startsWith('test/')));
}

export function blocksOf(text: string): Block[] {
  return [...text.matchAll(FENCED)].map(([, language = '', block = '']) => ({
    language,
    text: block,
  }));
}

/** The contents of `inline code` outside of code blocks. */
export function codeWords(text: string): string[] {
  return [...text.replace(FENCED, '').matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);
}

export function linksOf(text: string): string[] {
  return [...text.replace(FENCED, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
}

/** The cells of every table row, without the rule between head and body. */
export function tableRows(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}
