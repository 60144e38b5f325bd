// A document that walks through the console: its sections, with steps, pictures and commands in
// their order, and the file or command that they use.
import { blocksOf } from '../../support/checkout/documents.ts';

/** `service`: commands that start the service, and go on as long as it runs. */
export type Part = { kind: 'step' | 'picture' | 'commands' | 'service'; text: string };

export type Section = {
  title: string;
  parts: Part[];
  /** The text of its code block. */
  block: string;
};

const HEADING = /^## (.+)$/m;
/** A step, a picture, or commands, which a comment may say not to run. */
const PART =
  /^(?:\d+\. (.+)|!\[.+\]\((.+)\)|(?:<!-- not run: (.+) -->\n)?```sh\n([\s\S]*?)^```)$/gm;

function partOf([, step, picture, not_run, commands]: readonly string[]): Part[] {
  if (step !== undefined) return [{ kind: 'step', text: step }];
  if (picture !== undefined) return [{ kind: 'picture', text: picture }];
  const text = commands ?? '';
  if (not_run === 'starts_service') return [{ kind: 'service', text }];
  return not_run === undefined ? [{ kind: 'commands', text }] : [];
}

export function readWalk(document: string): Section[] {
  return document
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({
      title: HEADING.exec(text)?.[1] ?? '',
      parts: [...text.matchAll(PART)].flatMap(partOf),
      block: blocksOf(text)[0]?.text ?? '',
    }));
}
