// Reads a whole XML document of payments into a tree; its size is bounded by that of batches.

import { UnreadableStatement } from './unreadable-statement.ts';
import { XmlReader } from './xml-tokenizer.ts';
import type { Element } from './xml-tree.ts';

const MOST_ELEMENTS = 400_000;

/** Throws UnreadableStatement if the text is no XML. */
export function wholeTree(text: string): Element | null {
  const open: Element[] = [];
  let root: Element | null = null;
  let count = 0;
  const reader = new XmlReader({
    open(name, attribute, line) {
      count += 1;
      if (count > MOST_ELEMENTS) {
        throw new UnreadableStatement(`the XML has more than ${MOST_ELEMENTS} elements`, { line });
      }
      const element: Element = { name, line, currency: attribute('Ccy'), text: '', children: [] };
      open.at(-1)?.children.push(element);
      root ??= element;
      open.push(element);
    },
    text(more) {
      const element = open.at(-1);
      if (element !== undefined) element.text += more;
    },
    close() {
      open.pop();
    },
  });
  reader.push(text);
  reader.end();
  return root;
}
