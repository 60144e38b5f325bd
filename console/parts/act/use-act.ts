// Does one act on the service. Each intent has one idempotency key, which is kept until the answer
// is known: a repeated press, or another try after a lost answer, acts once if the service keeps
// the key.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { NotSent, Unreachable, Waits } from '../../api/client.ts';
import { readAllAgain } from '../../api/keys.ts';
import { renewBehind } from '../../api/open-dialogs.ts';
import { tellWaits } from '../waits.tsx';
import { changedBy } from './changed-by.ts';
import { Partly, tellPartly } from './partly.tsx';
import { untilAnswered } from './until-answered.ts';

export type Run<Given> = (given: Given, idempotency_key: string) => Promise<unknown>;

/** An act that waits for a second person has been asked for, so its intent ends. */
async function askFor<Answer>(run: () => Promise<Answer>): Promise<Answer | Waits> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Waits) return error;
    throw error;
  }
}

function tell(answer: unknown, done: string): void {
  if (answer instanceof Waits) tellWaits(answer);
  else if (answer instanceof Partly) tellPartly(answer);
  else notifications.show({ color: 'teal', message: done });
}

const REPEATED_AFTER_MS = 500;
const DOUBLE = 2;

/** Resolves to false once the dialog is gone: nobody sees what becomes of another try. */
function useWaiting() {
  const is_here = useRef(true);
  const [is_repeating, setRepeating] = useState(false);
  useEffect(() => {
    is_here.current = true;
    return () => {
      is_here.current = false;
    };
  }, []);
  const wait = async (tries: number): Promise<boolean> => {
    setRepeating(true);
    const delay_ms = REPEATED_AFTER_MS * DOUBLE ** tries;
    await new Promise((resolve) => setTimeout(resolve, delay_ms));
    return is_here.current;
  };
  return { wait, is_repeating, end: () => setRepeating(false) };
}

/** An object that is read again tells by itself what became of it. */
const neverWaits = () => Promise.resolve(false);

type How = {
  /** Nothing that is shown tells whether it was done: it is sent again if that is done once. */
  readonly repeats?: boolean;
  /** The dialog shows beside what was typed what is there now, if it was refused for that. */
  readonly renews?: boolean;
};

/** `close`: told whether it was done; false: it waits for a second person. */
export function useAct<Given>(
  run: Run<Given>,
  done: string,
  close: (is_done: boolean) => void,
  { repeats = false, renews = false }: How = {},
) {
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const lost = useRef<Unreachable | null>(null);
  const { wait, is_repeating, end } = useWaiting();
  const [answered_at, setAnsweredAt] = useState(0);
  const act = useMutation({
    mutationFn: (given: Given) => {
      const own = key.current ?? crypto.randomUUID();
      key.current = own;
      const how = { lost: lost.current, wait: repeats ? wait : neverWaits };
      return untilAnswered(() => askFor(() => run(given, own)), how);
    },
    onSuccess: (answer) => {
      key.current = null;
      lost.current = null;
      tell(answer, done);
      close(!(answer instanceof Waits));
    },
    onError: (error) => {
      // It may have happened: only a known answer ends the intent.
      lost.current = error instanceof Unreachable ? error : null;
      if (!(error instanceof Unreachable || error instanceof NotSent)) key.current = null;
      setAnsweredAt(Date.now());
    },
    // Whatever happened, the lists show what is true now.
    onSettled: async (_answer, error) => {
      end();
      await readAllAgain(client);
      if (renews && changedBy(error) !== null) renewBehind();
    },
  });
  /** `answered_at`: when an answer was refused or given up; 0: none was yet. */
  return { ...act, answered_at, is_repeating };
}
