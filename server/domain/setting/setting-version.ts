// The version of a setting on which somebody decided: if another person has changed the setting
// since, nothing is saved and they are told who it was.

import { optionalField } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { type Refusal, refuse } from '../service/refusal.ts';

/** Requests with several rows name the versions of all. */
const VERSION_MAX_LENGTH = 1_000;

/** Of a rate or a band that is not there yet. */
export const NONE_YET = 'none';

/** Null: they name none, and replace whatever there is. */
export const EXPECTED_VERSION = optionalField(
  textField(
    VERSION_MAX_LENGTH,
    'The `version` of the setting on which you decided: if it has changed since, nothing is ' +
      `saved, and the answer is \`changed_meanwhile\`. \`${NONE_YET}\`: a rate or a currency’s ` +
      'own band that is not there yet',
  ),
);

/** Who changed the setting last; the time is in ISO 8601. */
export type SettingChange = { readonly act: string; readonly by: string; readonly at: string };

/** `last`: null if the audit trail has no change of it. */
export function refuseStaleSetting(last: SettingChange | null): Refusal {
  const who = last === null ? 'Somebody has' : `${last.by} has`;
  const when = last === null ? '' : ` (${last.at})`;
  const detail = `${who} changed it since you looked at it${when}. Nothing was saved.`;
  if (last === null) return refuse('changed_meanwhile', detail);
  const { act, by, at } = last;
  const extra = { changed_act: act, changed_by: by, changed_at: at };
  return refuse('changed_meanwhile', detail, { extra });
}
