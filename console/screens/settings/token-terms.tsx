// The fields that tokens of operators and of feeds share: addresses and the end.
import { Textarea, TextInput } from '@mantine/core';
import type { Rows } from '../../parts/act/setting.ts';
import type { InputFor } from '../../parts/form/form-inputs.ts';
import {
  leftOutIfEmpty,
  type TypedValues,
  typedLastDay,
  typedList,
} from '../../parts/form/typed-fields.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { tokens: texts } = SETTINGS_TEXTS;

type Terms = { readonly allowed_ips: readonly string[]; readonly expires_at: string | null };

/** Without a day: the default for a new token, unchanged for one that exists. */
export const TERMS = { allowed_ips: typedList(), expires_at: leftOutIfEmpty(typedLastDay()) };

export const termsNow = ({ allowed_ips, expires_at }: Terms) => ({
  allowed_ips: allowed_ips.join('\n'),
  expires_at: expires_at?.slice(0, 10) ?? '',
});

/** As words, beside those of somebody else. */
export const shownTerms = ({ allowed_ips, expires_at }: TypedValues<typeof TERMS>): Rows => [
  [texts.ips, allowed_ips.split(/[\s,;]+/).join(', ')],
  [texts.expires, expires_at],
];

type Props = {
  readonly field: (name: keyof typeof TERMS) => InputFor<string>;
  readonly is_new: boolean;
};

export function TermFields({ field, is_new }: Props) {
  return (
    <>
      <Textarea
        label={texts.ips}
        description={texts.ips_hint}
        {...field('allowed_ips')}
        autosize
        minRows={2}
      />
      <TextInput
        type="date"
        label={texts.expires}
        description={is_new ? texts.expires_hint : texts.expires_change_hint}
        {...field('expires_at')}
      />
    </>
  );
}
