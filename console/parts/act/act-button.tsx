// A button that asks before it acts: what will happen, and the reason that stays in the audit trail.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { TEXTS } from '../../texts/en.ts';
import { Dialog } from '../dialog.tsx';
import { type ScreenKey, useScreenKeys } from '../keys/screen-keys.ts';
import { ProblemNote } from '../problem.tsx';
import { Reason } from './reason.tsx';
import { type Run, useAct } from './use-act.ts';

const { acts } = TEXTS;

export type ActProps = {
  readonly label: string;
  /** What will happen, in a sentence or two. */
  readonly what: ReactNode;
  readonly done: string;
  /** The usual reasons; any other may be typed. */
  readonly reasons: readonly string[];
  readonly run: Run<string>;
  /** It asks for no reason of its own. */
  readonly has_no_reason?: true;
  readonly is_dangerous?: true;
  /** Why it is not possible now: shown in place of acting. */
  readonly why_not?: string | undefined;
  /** Fields of the act itself, above the reason. */
  readonly children?: ReactNode;
  /** False as long as these fields lack something. */
  readonly is_ready?: boolean;
  /** A key that opens it from anywhere on the screen. */
  readonly shortcut?: string;
  readonly size?: 'md' | 'lg' | 'xl';
  /** Beside acts that are more usual. */
  readonly is_quiet?: true;
  /** Before it asks: its own fields begin anew. */
  readonly onOpen?: () => void;
  /** After the service has done it. */
  readonly onDone?: () => void;
};

/** `undo` → `u`: pressed anywhere on the screen, it opens the act. */
function Shortcut({ keys }: { keys: ScreenKey }) {
  useScreenKeys([keys]);
  return null;
}

function Content({ act, close }: { act: ActProps; close: () => void }) {
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useAct(act.run, act.done, (is_done) => {
    close();
    if (is_done) act.onDone?.();
  });
  const has_reason = act.has_no_reason === true || note.trim() !== '';
  const can_send = has_reason && act.is_ready !== false;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (can_send && !isPending) mutate(note.trim());
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {act.what}
        </Text>
        {act.children}
        {act.has_no_reason === true ? null : (
          <Reason reasons={act.reasons} note={note} change={setNote} />
        )}
        {error === null ? null : <ProblemNote error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {acts.not_now}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={!can_send}
            {...(act.has_no_reason === true ? { 'data-autofocus': true } : {})}
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
  const { label, is_dangerous, why_not, shortcut } = act;
  const open = () => {
    act.onOpen?.();
    dialog.open();
  };
  return (
    <>
      {shortcut === undefined || why_not !== undefined ? null : (
        <Shortcut keys={{ key: shortcut, label, press: open }} />
      )}
      <Button
        variant={is_dangerous === true || act.is_quiet === true ? 'light' : 'filled'}
        color={is_dangerous === true ? 'red' : 'indigo'}
        disabled={why_not !== undefined}
        title={why_not}
        onClick={open}
        {...(shortcut === undefined
          ? {}
          : { rightSection: <Kbd size="xs">{shortcut}</Kbd>, 'aria-keyshortcuts': shortcut })}
      >
        {label}
      </Button>
      <Dialog is_open={is_open} close={dialog.close} title={label} size={act.size ?? 'md'}>
        <Content act={act} close={dialog.close} />
      </Dialog>
    </>
  );
}
