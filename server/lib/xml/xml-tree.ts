// A small part of an XML file as a tree, and functions to find elements in it.

export type Element = {
  readonly name: string;
  /** The line of its opening tag. */
  readonly line: number;
  /** The attribute `Ccy`, the only one that statements need. */
  readonly currency: string | null;
  text: string;
  children: Element[];
};

export function child(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((one) => one.name === name);
}

/** The first element along this path of names, or undefined. */
export function at(element: Element | undefined, ...names: readonly string[]): Element | undefined {
  let found = element;
  for (const name of names) {
    if (found === undefined) return undefined;
    found = child(found, name);
  }
  return found;
}

/** Its text, trimmed; empty if there is none. */
export function textAt(element: Element | undefined, ...names: readonly string[]): string {
  return at(element, ...names)?.text.trim() ?? '';
}

export function allAt(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((one) => one.name === name) ?? [];
}
