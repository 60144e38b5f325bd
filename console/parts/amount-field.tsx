// An amount typed as people write it, in the currency's own decimals; read without rounding.
import { TextInput } from '@mantine/core';
import { exponentOf } from './amount.ts';
import { readAmount } from './read-amount.ts';
import { AMOUNT_TEXT } from './typed-bounds.ts';

type Props = {
  readonly label: string;
  readonly currency: string;
  readonly text: string;
  readonly change: (text: string) => void;
  readonly autofocus?: boolean;
  readonly wrong: string;
};

export function AmountField({ label, currency, text, change, autofocus, wrong }: Props) {
  const example = exponentOf(currency) === 0 ? '0' : `0.${'0'.repeat(exponentOf(currency))}`;
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      placeholder={example}
      rightSection={currency}
      rightSectionWidth={52}
      {...AMOUNT_TEXT}
      value={text}
      error={text === '' || readAmount(text, currency) !== null ? null : wrong}
      onChange={(event) => change(event.currentTarget.value)}
      {...(autofocus === true ? { 'data-autofocus': true } : {})}
    />
  );
}
