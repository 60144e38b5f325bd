// The one dialog by which people confirm that it is them, or sign in again, while calls wait. It is
// over everything else, and what is below keeps what was typed.
import { Loader } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { csrfToken } from '../api/client.ts';
import { type Interruption, settleInterruptions } from '../api/interruption.ts';
import { codeKey, readAllAgain } from '../api/keys.ts';
import type { WhoAmI } from '../api/schema.gen.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ProblemNote } from '../parts/problem.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { startOver } from './leave.ts';
import { readMeNow } from './session.tsx';

const { confirm, ended } = SIGN_IN_TEXTS;

/** Loaded when the first screen stands, so that a session can end without a way to the service. */
function useForms() {
  return useQuery({
    queryKey: codeKey('session-forms'),
    queryFn: async () => ({
      ConfirmForm: (await import('./confirm-form.tsx')).ConfirmForm,
      SignInAgain: (await import('./session-forms.tsx')).SignInAgain,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}

type Asked = Exclude<Interruption, 'other_session'>;
type Waiting = (go_on: boolean) => void;

/** What is asked for, and the way to end it for all calls that wait. */
function useWaiting(me: WhoAmI) {
  const client = useQueryClient();
  const [asked, ask] = useState<Asked | null>(null);
  const waiting = useRef<Waiting[]>([]);
  const end = useCallback((go_on: boolean) => {
    ask(null);
    for (const resolve of waiting.current.splice(0)) resolve(go_on);
  }, []);
  /** False if this is somebody else's browser by now. */
  const isSame = useCallback(async () => {
    const now = await readMeNow(client);
    return now === null ? null : now.person_id === me.person_id;
  }, [client, me.person_id]);
  useEffect(() => {
    const wait = (what: Asked) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        // A sign-in confirms as well.
        ask((now) => (now === 'sign_in' ? now : what));
      });
    return settleInterruptions(async (what) => {
      if (what !== 'other_session') return await wait(what);
      const before = csrfToken();
      const same = await isSame();
      if (same === null) return await wait('sign_in');
      return same && csrfToken() !== before;
    });
  }, [isSame]);
  return { asked, end, isSame };
}

/** `is_signed_out`: the service said so without having been asked for anything. */
export function Interruptions({ me, is_signed_out }: { me: WhoAmI; is_signed_out: boolean }) {
  const client = useQueryClient();
  const { asked, end, isSame } = useWaiting(me);
  const forms = useForms();
  const shown = is_signed_out ? 'sign_in' : asked;
  const signedIn = async () => {
    if (await isSame()) {
      end(true);
      await readAllAgain(client);
    } else startOver();
  };
  const waits =
    forms.error === null ? (
      <Loader aria-label={COMMON_TEXTS.loading} />
    ) : (
      <ProblemNote error={forms.error} retry={() => void forms.refetch()} />
    );
  return (
    <>
      <Dialog title={confirm.title} is_open={shown === 'confirm'} close={() => end(false)} is_above>
        {forms.data === undefined ? (
          waits
        ) : (
          <forms.data.ConfirmForm done={() => end(true)} cancel={() => end(false)} />
        )}
      </Dialog>
      <Dialog
        title={ended.title}
        is_open={shown === 'sign_in'}
        close={startOver}
        is_above
        must_answer
      >
        {forms.data === undefined ? (
          waits
        ) : (
          <forms.data.SignInAgain email={me.email ?? ''} done={() => void signedIn()} />
        )}
      </Dialog>
    </>
  );
}
