// The version of a setting on which a dialog was opened.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readAllAgain } from '../../api/keys.ts';

/** As a field of the request; nothing if it is about no setting. */
export type Seen = { readonly expected_version?: string };

/** The version of a rate or a band that is not there yet. */
export const NONE_YET = 'none';

/** Of a form in which the setting is named: of one that is there already, its version. */
export const seenOf = (seen: Seen, named: { readonly version: string } | undefined): Seen =>
  named === undefined ? seen : { expected_version: named.version };

/**
 * It stays that of the moment at which the dialog opened, whatever is read again behind it. `read`:
 * after the change, before the dialog closes, so that the next one is opened on the new version.
 */
export function useSeen(version: string | undefined) {
  const client = useQueryClient();
  const [seen] = useState<Seen>(version === undefined ? {} : { expected_version: version });
  const read = () => (version === undefined ? Promise.resolve() : readAllAgain(client));
  return { seen, read };
}
