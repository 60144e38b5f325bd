// Sends the events of a window again: counted first, then request by request with its progress. If
// the connection is lost it goes on where it stopped, and nothing is sent twice.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { readAllAgain } from '../../api/keys.ts';
import type { ResendEvents, ResentEvents } from '../../api/schema.gen.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormProblem } from '../../parts/form/form-problem.tsx';
import type { WrongField } from '../../parts/form/refused-fields.ts';
import { useRequestForm } from '../../parts/form/use-request-form.ts';
import { useSession } from '../../session/session.tsx';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';
import { WINDOW, WindowFields } from './resend-fields.tsx';

const { many: texts } = CALLBACK_TEXTS;

type Work =
  | { readonly is: 'asking' }
  | { readonly is: 'running' | 'counted' | 'done'; readonly so_far: ResentEvents | null }
  | {
      readonly is: 'failed';
      readonly so_far: ResentEvents | null;
      readonly error: unknown;
      /** As the button says it. */
      readonly act: string;
    };

/** All counts of a window until now. */
function added(so_far: ResentEvents | null, body: ResentEvents): ResentEvents {
  if (so_far === null) return body;
  return {
    ...body,
    examined: so_far.examined + body.examined,
    events: so_far.events + body.events,
    resent: so_far.resent + body.resent,
  };
}

async function walk(
  asked: ResendEvents,
  begun: ResentEvents | null,
  tell: (so_far: ResentEvents) => void,
): Promise<ResentEvents> {
  let so_far = begun;
  do {
    const next = so_far === null ? {} : { as_of: so_far.as_of, after: so_far.next_after ?? 0 };
    so_far = added(so_far, await call('resendEvents', { body: { ...asked, ...next } }));
    tell(so_far);
  } while (so_far.next_after !== null);
  return so_far;
}

/** What is asked for stays as it was counted: the form may be changed only before the next count. */
type Refusing = ReturnType<typeof useRequestForm>['refusing'];

function useWindow(refusing: Refusing) {
  const [asked, ask] = useState<ResendEvents | null>(null);
  const [work, set] = useState<Work>({ is: 'asking' });
  const client = useQueryClient();
  const run = async (given: ResendEvents, begun: ResentEvents | null) => {
    ask(given);
    let last = begun;
    set({ is: 'running', so_far: last });
    try {
      const result = await refusing(given, () =>
        walk(given, begun, (so_far) => {
          last = so_far;
          set({ is: 'running', so_far });
        }),
      );
      set({ is: given.preview === true ? 'counted' : 'done', so_far: result });
      await readAllAgain(client);
    } catch (error) {
      const act = given.preview === true ? texts.count : texts.label;
      set({ is: 'failed', so_far: last, error, act });
    }
  };
  return {
    work,
    count: (given: ResendEvents) => run({ ...given, preview: true }, null),
    send: () => (asked === null ? undefined : run({ ...asked, preview: false }, null)),
    goOn: (begun: ResentEvents) => (asked === null ? undefined : run(asked, begun)),
    again: () => set((now) => (now.is === 'running' ? now : { is: 'asking' })),
  };
}

function Running({ so_far }: { so_far: ResentEvents | null }) {
  const { examined, remaining } = so_far ?? { examined: 0, remaining: 1 };
  const percent = Math.floor((examined / Math.max(1, examined + remaining)) * 100);
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={texts.running} animated />
      </Progress.Root>
      <Text size="sm" role="status">
        {so_far === null ? texts.running : texts.progress(examined, remaining)}
      </Text>
    </Stack>
  );
}

type WindowProps = {
  /** As the list is filtered; '': nothing is chosen. */
  readonly merchant_id: string;
  readonly endpoint: string;
  readonly close: () => void;
};

function Outcome({ work, above }: { work: Work; above: readonly WrongField[] }) {
  const so_far = work.is === 'asking' ? null : work.so_far;
  const resent = so_far?.resent ?? 0;
  switch (work.is) {
    case 'asking':
      return <FormProblem error={null} act={texts.count} above={above} />;
    case 'running':
      return <Running so_far={so_far} />;
    case 'counted':
      return (
        <Text role="status" fw={600}>
          {resent === 0 ? texts.nothing : texts.counted(resent, so_far?.events ?? 0)}
        </Text>
      );
    case 'done':
      return (
        <Alert role="status" color="teal">
          {texts.done(resent)}
        </Alert>
      );
    case 'failed':
      return (
        <>
          <FormProblem error={work.error} act={work.act} above={above} />
          {resent === 0 ? null : <Text size="sm">{texts.stopped}</Text>}
        </>
      );
  }
}

function Window({ merchant_id, endpoint, close }: WindowProps) {
  const has_merchant = merchant_id !== '';
  const { element, form, above, submit, refusing } = useRequestForm(WINDOW, {
    merchant_id: has_merchant ? merchant_id : null,
    which: 'not_delivered',
    endpoint,
  });
  const { work, count, send, goOn, again } = useWindow(refusing);
  const so_far = work.is === 'asking' ? null : work.so_far;
  const resent = so_far?.resent ?? 0;
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit((asked) => void count(asked));
      }}
      onChange={again}
    >
      <Stack>
        <WindowFields form={form} again={again} has_merchant={has_merchant} />
        <Outcome work={work} above={above} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.close}
          </Button>
          <Button type="submit" variant="default" disabled={work.is === 'running'}>
            {texts.count}
          </Button>
          {work.is === 'counted' && resent > 0 ? (
            <Button onClick={() => void send()}>{texts.send(resent)}</Button>
          ) : null}
          {work.is === 'failed' && so_far !== null ? (
            <Button onClick={() => void goOn(so_far)}>{texts.go_on}</Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}

export function ResendWindow({ merchant_id, endpoint }: Omit<WindowProps, 'close'>) {
  const { me, can } = useSession();
  const [is_open, dialog] = useDisclosure(false);
  if (!can('callbacks.resend')) return null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {texts.label}
      </Button>
      <Dialog title={texts.label} is_open={is_open} close={dialog.close}>
        <Window
          merchant_id={me.merchant_id ?? merchant_id}
          endpoint={endpoint}
          close={dialog.close}
        />
      </Dialog>
    </>
  );
}
