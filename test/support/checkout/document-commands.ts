// The commands in documents: those that a test runs, and those that carry a reason why not.
import { readDocuments } from './documents.ts';

/** Why a block is not run: `<!-- not run: REASON -->` before it. */
export const NOT_RUN = {
  starts_service: 'it starts the service, which the test has done',
  live_only: 'it needs a service in live mode',
  own_values: 'everybody has their own values here',
  other_machine: 'it needs another machine, or a program that only some have',
} as const;

export type CommandBlock = { path: string; text: string; not_run: string | null };

const BLOCK = /(?:<!-- not run: ([^\n]*) -->\n)?```sh\n([\s\S]*?)^```$/gm;

/** In the order of the documents and within each. */
export function commandBlocks(): CommandBlock[] {
  return [...readDocuments()].flatMap(([path, document]) =>
    [...document.matchAll(BLOCK)].map(([, not_run = null, text = '']) => ({ path, text, not_run })),
  );
}

/** What a reader of the document types, as one script. */
export function scriptOf(path: string): string {
  return commandBlocks()
    .filter((block) => block.path === path && block.not_run === null)
    .map(({ text }) => text)
    .join('\n');
}
