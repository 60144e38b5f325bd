// The reason that an act stays in the audit trail with: one of the usual ones, or any other. By
// keyboard: a digit chooses, Enter sends; or Tab, the reason in words, and Ctrl+Enter.
import { Chip, Group, Kbd, Stack, Textarea } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { TEXTS } from '../../texts/en.ts';

const { acts } = TEXTS;
const NOTE_MAX_LENGTH = 500;

type Props = {
  readonly reasons: readonly string[];
  readonly note: string;
  readonly change: (note: string) => void;
};

function UsualReasons({ reasons, note, change }: Props) {
  const choose = (event: KeyboardEvent) => {
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined;
    if (reason === undefined) return;
    event.preventDefault();
    change(reason);
  };
  return (
    <Group gap={6} role="group" aria-label={acts.usual_reasons} onKeyDown={choose}>
      {reasons.map((reason, index) => (
        <Chip
          key={reason}
          size="xs"
          checked={note === reason}
          onChange={() => change(reason)}
          {...(index === 0 ? { 'data-autofocus': true } : {})}
        >
          {index < 9 ? <Kbd size="xs">{index + 1}</Kbd> : null} {reason}
        </Chip>
      ))}
    </Group>
  );
}

export function Reason({ reasons, note, change }: Props) {
  return (
    <Stack gap="xs">
      {reasons.length === 0 ? null : <UsualReasons {...{ reasons, note, change }} />}
      <Textarea
        label={acts.reason}
        description={acts.reason_stays}
        required
        autosize
        minRows={2}
        maxLength={NOTE_MAX_LENGTH}
        value={note}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        {...(reasons.length === 0 ? { 'data-autofocus': true } : {})}
      />
    </Stack>
  );
}
