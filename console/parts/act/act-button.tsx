// A button that asks before it acts: what will happen, and the reason that stays in the audit trail.
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ACT_TEXTS as acts } from '../../texts/acts.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { Dialog } from '../dialog.tsx';
import type { SentValues } from '../form/field-table.ts';
import type { FormOf } from '../form/form-inputs.ts';
import { FormProblem } from '../form/form-problem.tsx';
import type { WithBody } from '../form/request-form.ts';
import type { TypedValues } from '../form/typed-fields.ts';
import { useRequestForm } from '../form/use-request-form.ts';
import { type ScreenKey, useScreenKeys } from '../keys/screen-keys.ts';
import { decided, useMayDecide } from '../keys/use-chosen.ts';
import type { About } from './about.ts';
import { MetNote } from './changed-note.tsx';
import { RepeatingNote } from './lost-words.tsx';
import { useMeanwhile } from './meanwhile.tsx';
import { maySend } from './meanwhile-of.ts';
import { Reason } from './reason.tsx';
import type { Seen } from './seen-version.ts';
import { type Run, useAct } from './use-act.ts';
import { type Changing, firstOf, useSetting } from './use-setting.ts';

/** Its form has its own fields, above the reason; absent: they are no fields of the request. */
type Own<N extends WithBody, F> = Changing<N, F> & {
  /** What they begin with, each time that it opens; the others are empty. */
  readonly values?: Partial<TypedValues<NoInfer<F>>>;
  readonly label: string;
  /** What will happen, in a sentence or two. */
  readonly what: ReactNode;
  readonly done: string;
  /** The usual reasons; any other may be typed. */
  readonly reasons: readonly string[];
  /** `sent`: what its own fields send. */
  readonly run: (
    note: string,
    idempotency_key: string,
    seen: Seen,
    sent: SentValues<F>,
  ) => Promise<unknown>;
  /** It asks for no reason of its own. */
  readonly has_no_reason?: true;
  /** A reason can be given, and need not be. */
  readonly reason_is_optional?: true;
  readonly is_dangerous?: true;
  /** Why it is not possible now: shown in place of acting. */
  readonly why_not?: string | undefined;
  /** Fields of the act itself, above the reason. */
  readonly children?: ReactNode | ((form: FormOf<F>) => ReactNode);
  /** False as long as these fields lack something. */
  readonly is_ready?: boolean;
  readonly size?: 'md' | 'lg' | 'xl';
  /** Beside acts that are more usual. */
  readonly is_quiet?: true;
  /** Before it asks: its own fields begin anew. */
  readonly onOpen?: () => void;
  /** After the service has done it. */
  readonly onDone?: () => void;
};

/** What is decided, as it was shown when the dialog opened; null: nobody else decides about it. */
type Of =
  | {
      readonly about: About;
      /** A key that opens it from anywhere on the screen. */
      readonly shortcut?: string;
      readonly key_never_waits?: never;
    }
  | {
      readonly about: About | null;
      readonly shortcut: string;
      /** It is about nothing that is shown: something new, or what the person decided last. */
      readonly key_never_waits: true;
    }
  | { readonly about: null; readonly shortcut?: never; readonly key_never_waits?: never };

export type ActProps<N extends WithBody = WithBody, F = unknown> = Own<N, F> & Of;

/** `undo` → `u`: pressed anywhere on the screen, it opens the act. */
function Shortcut({ keys }: { keys: ScreenKey }) {
  useScreenKeys([keys]);
  return null;
}

const nothing = () => undefined;

/** It waits after what is shown has changed without the person. */
function ShortcutOn({ keys, about }: { keys: ScreenKey; about: About }) {
  const may = useMayDecide(keys.key, about);
  return <Shortcut keys={may ? keys : { ...keys, press: nothing }} />;
}

type ContentProps<N extends WithBody, F> = {
  readonly act: ActProps<N, F>;
  readonly close: () => void;
};

type SendProps = {
  readonly act: Pick<ActProps<never, never>, 'label' | 'has_no_reason' | 'is_dangerous'>;
  readonly is_sending: boolean;
  readonly can_send: boolean;
};

function Send({ act, is_sending, can_send }: SendProps) {
  return (
    <Button
      type="submit"
      loading={is_sending}
      disabled={!can_send}
      {...(act.has_no_reason === true ? { 'data-autofocus': true } : {})}
      {...(act.is_dangerous === true ? { color: 'red' } : {})}
    >
      {act.label}
    </Button>
  );
}

function Content<N extends WithBody, F>({ act, close }: ContentProps<N, F>) {
  const [note, setNote] = useState('');
  const filled = useRequestForm(act.form, firstOf(act.values, act.setting));
  const { seen, meeting, read } = useSetting(act, filled, () => sending.reset());
  const run: Run<{ note: string; sent: SentValues<F> }> = async ({ note: given, sent }, key) => {
    const body = { ...sent, note: given };
    const answer = await filled.refusing(body, () => act.run(given, key, seen, sent));
    await read();
    return answer;
  };
  const ended = (is_done: boolean) => {
    close();
    if (act.about !== null) decided(act.about);
    if (is_done) act.onDone?.();
  };
  const how = { repeats: act.about === null, renews: act.setting !== undefined };
  const sending = useAct(run, act.done, ended, how);
  const { mutate, isPending, error, answered_at } = sending;
  const meanwhile = useMeanwhile(act.about, { is_pending: isPending, error, answered_at });
  const needs_none = act.has_no_reason === true || act.reason_is_optional === true;
  const has_reason = needs_none || note.trim() !== '';
  const may_send = maySend(meanwhile) && meeting === null;
  const can_send = may_send && has_reason && act.is_ready !== false;
  return (
    <form
      ref={filled.element}
      // Fields that are none of a form have only the browser to look at them.
      noValidate={act.form !== undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (can_send && !isPending) filled.submit((sent) => mutate({ note: note.trim(), sent }));
      }}
    >
      <Stack>
        <Text size="sm" component="div">
          {act.what}
        </Text>
        {typeof act.children === 'function' ? act.children(filled.form) : act.children}
        {act.has_no_reason === true ? null : (
          <Reason
            reasons={act.reasons}
            note={note}
            change={setNote}
            is_optional={needs_none}
            place={filled.place('note')}
          />
        )}
        <FormProblem
          error={meanwhile.kind === 'same' ? error : null}
          act={act.label}
          above={filled.above}
        />
        <RepeatingNote is_repeating={sending.is_repeating} />
        <MetNote meanwhile={meanwhile} meeting={meeting} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {meanwhile.kind === 'changed' && meeting === null ? COMMON_TEXTS.close : acts.not_now}
          </Button>
          <Send act={act} is_sending={isPending} can_send={can_send} />
        </Group>
      </Stack>
    </form>
  );
}

function Keys({ keys, about }: { keys: ScreenKey; about: About | null }) {
  return about === null ? <Shortcut keys={keys} /> : <ShortcutOn keys={keys} about={about} />;
}

export function ActButton<N extends WithBody, F>(act: ActProps<N, F>) {
  const [is_open, dialog] = useDisclosure(false);
  const { label, is_dangerous, why_not, shortcut } = act;
  const open = () => {
    act.onOpen?.();
    dialog.open();
  };
  const waits_on = act.key_never_waits === true ? null : act.about;
  return (
    <>
      {shortcut === undefined || why_not !== undefined ? null : (
        <Keys keys={{ key: shortcut, label, press: open }} about={waits_on} />
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
