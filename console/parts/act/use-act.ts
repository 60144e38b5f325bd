// Does one act on the service. Each intent has one idempotency key, which is kept until the answer
// is known: a repeated press, or another try after a lost answer, acts once.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NotSent, Unreachable, Waits } from '../../api/client.ts';
import { readAllAgain } from '../../api/keys.ts';
import { tellWaits } from '../waits.tsx';
import { Partly, tellPartly } from './partly.tsx';

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

/** `close`: told whether it was done; false: it waits for a second person. */
export function useAct<Given>(run: Run<Given>, done: string, close: (is_done: boolean) => void) {
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  const [answered_at, setAnsweredAt] = useState(0);
  const act = useMutation({
    mutationFn: (given: Given) => {
      const own = key.current ?? crypto.randomUUID();
      key.current = own;
      return askFor(() => run(given, own));
    },
    onSuccess: (answer) => {
      key.current = null;
      tell(answer, done);
      close(!(answer instanceof Waits));
    },
    onError: (error) => {
      // It may have happened: only a known answer ends the intent.
      if (!(error instanceof Unreachable || error instanceof NotSent)) key.current = null;
      setAnsweredAt(Date.now());
    },
    // Whatever happened, the lists show what is true now.
    onSettled: () => readAllAgain(client),
  });
  /** When an answer was refused or given up; 0: none was yet. */
  return { ...act, answered_at };
}
