// The reason as a field of a form that has other fields as well: its name is `note`.
import { Textarea } from '@mantine/core';
import { NOTE } from '../../api/bounds.gen.ts';
import { ACT_TEXTS } from '../../texts/acts.ts';

export function ReasonField() {
  return (
    <Textarea
      name="note"
      label={ACT_TEXTS.reason}
      description={ACT_TEXTS.reason_stays}
      {...NOTE}
      autosize
      minRows={2}
      required
    />
  );
}
