// A button that opens a form and sends it. If the answer has something that is shown only once, the
// dialog shows it and closes when the person says so.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { NOTE } from '../../api/bounds.gen.ts';
import { ACT_TEXTS as acts, FORM_TEXTS as forms } from '../../texts/acts.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { Dialog } from '../dialog.tsx';
import { ProblemNote } from '../problem.tsx';
import type { About } from './about.ts';
import { MeanwhileNote, useMeanwhile } from './meanwhile.tsx';
import { maySend } from './meanwhile-of.ts';
import { type Seen, useSeen } from './seen-version.ts';
import { useAct } from './use-act.ts';

type FormActProps<Answer> = {
  readonly label: string;
  /** What is decided, as it was shown when the dialog opened; null: nobody else decides about it. */
  readonly about: About | null;
  /** What will happen, in a sentence or two. */
  readonly what?: ReactNode;
  readonly done: string;
  /** On the button that sends the form; otherwise the label. */
  readonly submit?: string;
  /** On the button that closes what is shown once. */
  readonly close?: string;
  readonly run: (fields: FormData, idempotency_key: string, seen: Seen) => Promise<Answer>;
  /** Of the setting that it changes. */
  readonly version?: string;
  /** What the answer shows only now; null: nothing. */
  readonly secretOf?: (answer: Answer) => ReactNode;
  /** Its fields; those with a `name` are in the data that `run` gets. */
  readonly children?: ReactNode;
  readonly is_dangerous?: true;
  readonly is_quiet?: true;
  readonly is_small?: true;
  /** False as long as these fields lack something. */
  readonly is_ready?: boolean;
  /** Why it is not possible now: shown in place of acting. */
  readonly why_not?: string | undefined;
  readonly size?: 'md' | 'lg' | 'xl';
  /** Asks for a reason, which may be left out: the field `note`. */
  readonly asks_why?: true;
  /** For readers: which of several such buttons this is. */
  readonly of?: string;
  /** Before it opens: its own fields begin anew. */
  readonly onOpen?: () => void;
  /** As if its button had been pressed: somebody came here to do this. */
  readonly starts_open?: boolean;
  /** Without its button; a dialog that is open stays, with what it shows only once. */
  readonly is_hidden?: boolean;
};

type Shown = { readonly secret: ReactNode };

function Content<Answer>({ act, close }: { act: FormActProps<Answer>; close: () => void }) {
  const [shown, show] = useState<Shown | null>(null);
  const { seen, read } = useSeen(act.version);
  const { mutate, isPending, error, answered_at } = useAct(
    async (fields: FormData, key) => {
      const answer = await act.run(fields, key, seen);
      await read();
      const secret = act.secretOf?.(answer) ?? null;
      if (secret === null) close();
      else show({ secret });
      return answer;
    },
    act.done,
    // What waits for a second person has been asked for: to send it again would ask twice.
    (is_done) => {
      if (!is_done) close();
    },
  );
  const meanwhile = useMeanwhile(act.about, { is_pending: isPending, error, answered_at });
  const may_send = maySend(meanwhile);
  if (shown !== null) {
    return (
      <Stack>
        {shown.secret}
        <Group justify="flex-end">
          <Button onClick={close}>{act.close ?? forms.once.stored}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && may_send && act.is_ready !== false)
          mutate(new FormData(event.currentTarget));
      }}
    >
      <Stack>
        {act.what === undefined ? null : (
          <Text size="sm" component="div">
            {act.what}
          </Text>
        )}
        {act.children}
        {act.asks_why === true ? (
          <Textarea
            name="note"
            label={forms.why}
            description={acts.reason_stays}
            {...NOTE}
            autosize
          />
        ) : null}
        {error === null || meanwhile.kind !== 'same' ? null : (
          <ProblemNote error={error} act={act.label} />
        )}
        <MeanwhileNote meanwhile={meanwhile} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {meanwhile.kind === 'changed' ? COMMON_TEXTS.close : acts.not_now}
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={!may_send || act.is_ready === false}
            {...(act.is_dangerous === true ? { color: 'red' } : {})}
          >
            {act.submit ?? act.label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function FormAct<Answer>(act: FormActProps<Answer>) {
  const [is_open, dialog] = useDisclosure(act.starts_open === true);
  const { label, is_dangerous, is_quiet, why_not, of } = act;
  const open = () => {
    act.onOpen?.();
    dialog.open();
  };
  return (
    <>
      <Button
        display={act.is_hidden === true ? 'none' : undefined}
        variant={is_dangerous === true || is_quiet === true ? 'light' : 'filled'}
        color={is_dangerous === true ? 'red' : 'indigo'}
        disabled={why_not !== undefined}
        title={why_not}
        onClick={open}
        {...(act.is_small === true ? { size: 'compact-sm' } : {})}
        {...(of === undefined ? {} : { 'aria-label': `${label}: ${of}` })}
      >
        {label}
      </Button>
      <Dialog
        is_open={is_open}
        close={dialog.close}
        title={of === undefined ? label : `${label}: ${of}`}
        size={act.size ?? 'md'}
      >
        <Content act={act} close={dialog.close} />
      </Dialog>
    </>
  );
}
