// A button that asks before it acts: what will happen, and the reason that stays in the audit trail.
import { Button, Chip, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { TEXTS } from '../../texts/en.ts';
import { Dialog } from '../dialog.tsx';
import { ProblemNote } from '../problem.tsx';
import { type Run, useAct } from './use-act.ts';

const { acts } = TEXTS;
const NOTE_MAX_LENGTH = 500;

export type ActProps = {
  readonly label: string;
  /** What will happen, in a sentence or two. */
  readonly what: ReactNode;
  readonly done: string;
  /** The usual reasons; any other may be typed. */
  readonly reasons: readonly string[];
  readonly run: Run<string>;
  readonly is_dangerous?: true;
  /** Why it is not possible now: shown in place of acting. */
  readonly why_not?: string | undefined;
  /** Fields of the act itself, above the reason. */
  readonly children?: ReactNode;
};

function Reason({
  reasons,
  note,
  change,
}: {
  reasons: readonly string[];
  note: string;
  change: (note: string) => void;
}) {
  return (
    <Stack gap="xs">
      <Group gap={6} role="group" aria-label={acts.usual_reasons}>
        {reasons.map((reason) => (
          <Chip key={reason} size="xs" checked={note === reason} onChange={() => change(reason)}>
            {reason}
          </Chip>
        ))}
      </Group>
      <Textarea
        label={acts.reason}
        description={acts.reason_stays}
        required
        autosize
        minRows={2}
        maxLength={NOTE_MAX_LENGTH}
        value={note}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Stack>
  );
}

function Content({ act, close }: { act: ActProps; close: () => void }) {
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useAct(act.run, act.done, close);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') mutate(note.trim());
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {act.what}
        </Text>
        {act.children}
        <Reason reasons={act.reasons} note={note} change={setNote} />
        {error === null ? null : <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {acts.not_now}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={note.trim() === ''}
            {...(act.is_dangerous === true ? { color: 'red' } : {})}
          >
            {act.label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function ActButton(act: ActProps) {
  const [is_open, dialog] = useDisclosure(false);
  const { label, is_dangerous, why_not } = act;
  return (
    <>
      <Button
        variant={is_dangerous === true ? 'light' : 'filled'}
        color={is_dangerous === true ? 'red' : 'indigo'}
        disabled={why_not !== undefined}
        title={why_not}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <Dialog is_open={is_open} close={dialog.close} title={label}>
        <Content act={act} close={dialog.close} />
      </Dialog>
    </>
  );
}
