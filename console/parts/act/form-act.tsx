// A button that opens a form and sends it. If the answer has something that is shown only once, the
// dialog shows it and closes when the person says so.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ACT_TEXTS as acts, FORM_TEXTS as forms } from '../../texts/acts.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { Dialog } from '../dialog.tsx';
import type { SentValues } from '../form/field-table.ts';
import type { FormOf } from '../form/form-inputs.ts';
import { FormProblem } from '../form/form-problem.tsx';
import type { WithBody } from '../form/request-form.ts';
import type { TypedValues } from '../form/typed-fields.ts';
import { useRequestForm } from '../form/use-request-form.ts';
import type { About } from './about.ts';
import { MetNote } from './changed-note.tsx';
import { RepeatingNote } from './lost-words.tsx';
import { useMeanwhile } from './meanwhile.tsx';
import { maySend } from './meanwhile-of.ts';
import type { Seen } from './seen-version.ts';
import { useAct } from './use-act.ts';
import { type Changing, firstOf, useSetting } from './use-setting.ts';

type FormActProps<N extends WithBody, F, Answer> = Changing<N, F> & {
  /** What its fields begin with, each time that it opens; the others are empty. */
  readonly values?: Partial<TypedValues<NoInfer<F>>>;
  /** Its fields. */
  readonly children?: ReactNode | ((form: FormOf<F>) => ReactNode);
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
  /** Gets what its fields send. */
  readonly run: (sent: SentValues<F>, idempotency_key: string, seen: Seen) => Promise<Answer>;
  /** What the answer shows only now; null: nothing. */
  readonly secretOf?: (answer: Answer) => ReactNode;
  readonly is_dangerous?: true;
  readonly is_quiet?: true;
  readonly is_small?: true;
  /** Why it is not possible now: shown in place of acting. */
  readonly why_not?: string | undefined;
  readonly size?: 'md' | 'lg' | 'xl';
  /** For readers: which of several such buttons this is. */
  readonly of?: string;
  /** As if its button had been pressed: somebody came here to do this. */
  readonly starts_open?: boolean;
  /** Without its button; a dialog that is open stays, with what it shows only once. */
  readonly is_hidden?: boolean;
};

type Shown = { readonly secret: ReactNode };

type OnceProps = Shown & {
  readonly act: { readonly close?: string };
  readonly close: () => void;
};

type ContentProps<N extends WithBody, F, Answer> = {
  readonly act: FormActProps<N, F, Answer>;
  readonly close: () => void;
};

function Once({ act: { close: label }, secret, close }: OnceProps) {
  return (
    <Stack>
      {secret}
      <Group justify="flex-end">
        <Button onClick={close}>{label ?? forms.once.stored}</Button>
      </Group>
    </Stack>
  );
}

function useSending<N extends WithBody, F, Answer>({ act, close }: ContentProps<N, F, Answer>) {
  const [shown, show] = useState<Shown | null>(null);
  const filled = useRequestForm(act.form, firstOf(act.values, act.setting));
  const { seen, meeting, read } = useSetting(act, filled, () => sending.reset());
  const sending = useAct(
    async (sent: SentValues<F>, key) => {
      const answer = await filled.refusing(sent, () => act.run(sent, key, seen));
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
    { repeats: act.about === null, renews: act.setting !== undefined },
  );
  return { ...sending, filled, shown, meeting };
}

function Content<N extends WithBody, F, Answer>(props: ContentProps<N, F, Answer>) {
  const { act, close } = props;
  const { mutate, isPending, error, answered_at, filled, shown, meeting, ...sending } =
    useSending(props);
  const meanwhile = useMeanwhile(act.about, { is_pending: isPending, error, answered_at });
  const may_send = maySend(meanwhile) && meeting === null;
  if (shown !== null) return <Once act={act} secret={shown.secret} close={close} />;
  return (
    <form
      ref={filled.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending && may_send) filled.submit(mutate);
      }}
    >
      <Stack>
        {act.what === undefined ? null : (
          <Text size="sm" component="div">
            {act.what}
          </Text>
        )}
        {typeof act.children === 'function' ? act.children(filled.form) : act.children}
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
          <Button
            type="submit"
            loading={isPending}
            disabled={!may_send}
            {...(act.is_dangerous === true ? { color: 'red' } : {})}
          >
            {act.submit ?? act.label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function FormAct<N extends WithBody, F, Answer>(act: FormActProps<N, F, Answer>) {
  const [is_open, dialog] = useDisclosure(act.starts_open === true);
  const { label, is_dangerous, is_quiet, why_not, of } = act;
  return (
    <>
      <Button
        display={act.is_hidden === true ? 'none' : undefined}
        variant={is_dangerous === true || is_quiet === true ? 'light' : 'filled'}
        color={is_dangerous === true ? 'red' : 'indigo'}
        disabled={why_not !== undefined}
        title={why_not}
        onClick={dialog.open}
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
