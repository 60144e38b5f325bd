// A document that walks through the console: its sections, with steps and pictures in their order,
// and the file or command that they use.
import { blocksOf } from '../../support/checkout/documents.ts';

export type Part = { kind: 'step' | 'picture'; text: string };

export type Section = {
  title: string;
  parts: Part[];
  /** The text of its code block. */
  block: string;
};

const HEADING = /^## (.+)$/m;
const PART = /^(?:\d+\. (.+)|!\[.+\]\((.+)\))$/gm;

export function readWalk(document: string): Section[] {
  return document
    .split(/^(?=## )/m)
    .slice(1)
    .map((text) => ({
      title: HEADING.exec(text)?.[1] ?? '',
      parts: [...text.matchAll(PART)].map(
        ([, step, picture]): Part =>
          step === undefined
            ? { kind: 'picture', text: picture ?? '' }
            : { kind: 'step', text: step },
      ),
      block: blocksOf(text)[0]?.text ?? '',
    }));
}
