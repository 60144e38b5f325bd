// The reason as a field of a form that has other fields as well: its name is `note`.
import { Textarea } from '@mantine/core';
import { NOTE } from '../../api/bounds.gen.ts';
import { TEXTS } from '../../texts/en.ts';

export function ReasonField() {
  return (
    <Textarea
      name="note"
      label={TEXTS.acts.reason}
      description={TEXTS.acts.reason_stays}
      {...NOTE}
      autosize
      minRows={2}
      required
    />
  );
}
