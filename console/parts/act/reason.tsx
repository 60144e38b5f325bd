// The reason that an act stays in the audit trail with: one of the usual ones, or any other. By
// keyboard: a digit chooses, Enter sends; or Tab, the reason in words, and Ctrl+Enter.
import { Chip, Group, Kbd, Stack, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { NOTE } from '../../api/bounds.gen.ts';
import { ACT_TEXTS as acts, FORM_TEXTS } from '../../texts/acts.ts';
import type { FieldPlace } from '../form/form-inputs.ts';
import { isTyping } from '../keys/is-typing.ts';

type Props = {
  readonly reasons: readonly string[];
  readonly note: string;
  readonly change: (note: string) => void;
  /** Where its errors stand. */
  readonly place?: FieldPlace;
  /** The act can be sent without one. */
  readonly is_optional?: boolean;
};

/** A digit chooses as soon as the dialog is there, before anything in it has the focus. */
function useDigits(choose: (index: number) => boolean) {
  const group = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const own = group.current?.closest('[role="dialog"]') ?? null;
      const at = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
      // Keys in a dialog above this one are that one's.
      if (own === null || (at !== null && at !== own) || isTyping(event)) return;
      if (/^[1-9]$/.test(event.key) && choose(Number(event.key) - 1)) event.preventDefault();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  });
  return group;
}

function UsualReasons({ reasons, note, change }: Props) {
  const group = useDigits((index) => {
    const reason = reasons[index];
    if (reason !== undefined) change(reason);
    return reason !== undefined;
  });
  return (
    <Group ref={group} gap={6} role="group" aria-label={acts.usual_reasons}>
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

export function Reason({ reasons, note, change, place, is_optional = false }: Props) {
  return (
    <Stack gap="xs">
      {reasons.length === 0 ? null : <UsualReasons {...{ reasons, note, change }} />}
      <Textarea
        label={is_optional ? FORM_TEXTS.why : acts.reason}
        description={acts.reason_stays}
        required={!is_optional}
        autosize
        minRows={2}
        {...NOTE}
        {...place}
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
