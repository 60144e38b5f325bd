// What a form would change, as it is shown before it is sent.
import type { ReactNode } from 'react';

/** Of a text that is an id: what is shown in its place. */
export type As = (text: string) => ReactNode;

export type Changed = {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly as?: As;
};
