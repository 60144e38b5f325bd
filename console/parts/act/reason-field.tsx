// The reason of a form that has other fields as well: required, or wanted only if there is one.
import { Textarea } from '@mantine/core';
import { ACT_TEXTS as acts, FORM_TEXTS as forms } from '../../texts/acts.ts';
import type { InputFor } from '../form/form-inputs.ts';

type Props = InputFor<string> & { readonly label?: string; readonly 'data-autofocus'?: true };

export function ReasonField({ label, ...field }: Props) {
  return (
    <Textarea
      label={label ?? acts.reason}
      description={acts.reason_stays}
      {...field}
      autosize
      minRows={2}
    />
  );
}

export function WhyField(field: InputFor<string>) {
  return <Textarea label={forms.why} description={acts.reason_stays} {...field} autosize />;
}
