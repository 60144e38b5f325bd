// What somebody edits stays as it was read while they edit it: a change by somebody else neither
// takes away what they typed, nor does it go unseen.
import { useState } from 'react';

type Versioned = { readonly version: string };

export type Edited<Saved> = {
  /** As it was when they began; it is `saved` again as soon as nothing is edited. */
  readonly seen: Saved;
  /** Somebody else has changed it since. */
  readonly is_changed: boolean;
  /** True as soon as something differs from `seen`. */
  readonly edit: (is_edited: boolean) => void;
};

export function useEdited<Saved extends Versioned>(saved: Saved): Edited<Saved> {
  const [seen, see] = useState(saved);
  const [is_edited, edit] = useState(false);
  const is_other = saved.version !== seen.version;
  // While rendering, so that nothing old is ever drawn.
  if (is_other && !is_edited) see(saved);
  return { seen: is_edited ? seen : saved, is_changed: is_other && is_edited, edit };
}
