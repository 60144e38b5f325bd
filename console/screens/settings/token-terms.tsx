// The fields that tokens of operators and of feeds share: addresses and the end.
import { Textarea, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { listOf, textOf } from '../../parts/act/form-fields.ts';
import { listText, NETWORK_LENGTH } from '../../parts/typed-bounds.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { tokens: texts } = SETTINGS_TEXTS;

type Terms = { readonly allowed_ips: readonly string[]; readonly expires_at: string | null };

/** Without a day: the default for a new token, unchanged for one that exists. */
export function termsOf(fields: FormData) {
  const day = textOf(fields, 'expires');
  return {
    allowed_ips: listOf(fields, 'allowed_ips'),
    ...(day === '' ? {} : { expires_at: `${day}T23:59:59.000Z` }),
  };
}

export function TermFields({ now }: { now?: Terms }) {
  return (
    <>
      <Textarea
        name="allowed_ips"
        label={texts.ips}
        description={texts.ips_hint}
        {...listText(BOUNDS.issueOperatorToken.allowed_ips, NETWORK_LENGTH)}
        autosize
        minRows={2}
        defaultValue={now?.allowed_ips.join('\n')}
      />
      <TextInput
        name="expires"
        type="date"
        label={texts.expires}
        description={now === undefined ? texts.expires_hint : texts.expires_change_hint}
        defaultValue={now?.expires_at?.slice(0, 10)}
      />
    </>
  );
}
