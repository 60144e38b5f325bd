// An amount typed as the person's language writes it, in the currency's own decimals; read without
// rounding. What could be two amounts is refused, and both are named.
import { TextInput } from '@mantine/core';
import type { FieldPlace } from '../form/form-inputs.ts';
import { AMOUNT_TEXT } from '../typed-bounds.ts';
import { writtenAmount } from './amount.ts';
import { amountProblem } from './read-amount.ts';

type Props = {
  readonly label: string;
  readonly description?: string;
  readonly currency: string;
  readonly text: string;
  readonly change: (text: string) => void;
  readonly autofocus?: boolean;
  readonly is_fixed?: boolean;
  readonly wrong: string;
  /** Of an empty field; otherwise an amount of zero shows how many decimals there are. */
  readonly empty?: string;
  /** In a form: where its errors stand. */
  readonly place?: FieldPlace;
};

export function AmountField(props: Props) {
  const { label, description, currency, text, change, autofocus, is_fixed, wrong, empty } = props;
  const { place } = props;
  const live = text === '' ? null : amountProblem(text, currency, wrong);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      placeholder={empty ?? writtenAmount(0, currency)}
      rightSection={currency}
      rightSectionWidth={52}
      {...AMOUNT_TEXT}
      {...(description === undefined ? {} : { description })}
      disabled={is_fixed === true}
      value={text}
      {...place}
      error={place?.error ?? live}
      onChange={(event) => change(event.currentTarget.value)}
      {...(autofocus === true ? { 'data-autofocus': true } : {})}
    />
  );
}
