// The reason as a field of a form that has other fields as well: its name is `note`.
import { Textarea } from '@mantine/core';
import { TEXTS } from '../../texts/en.ts';

const NOTE_MAX_LENGTH = 500;

export function ReasonField() {
  return (
    <Textarea
      name="note"
      label={TEXTS.acts.reason}
      description={TEXTS.acts.reason_stays}
      maxLength={NOTE_MAX_LENGTH}
      autosize
      minRows={2}
      required
    />
  );
}
