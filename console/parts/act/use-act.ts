// Does one act on the service. Each intent has one idempotency key, which is kept until the answer
// is known: a repeated press, or another try after a lost answer, acts once.
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Unreachable } from '../../api/client.ts';
import { TEXTS } from '../../texts/en.ts';

export type Run<Given> = (given: Given, idempotency_key: string) => Promise<unknown>;

/** The answer of an act that waits for a second person. */
function isProposal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'proposal' in answer;
}

function tell(answer: unknown, done: string): void {
  if (isProposal(answer)) {
    const { waits_title, waits_detail } = TEXTS.acts;
    notifications.show({ color: 'yellow', title: waits_title, message: waits_detail });
    return;
  }
  notifications.show({ color: 'teal', message: done });
}

export function useAct<Given>(run: Run<Given>, done: string, close: () => void) {
  const client = useQueryClient();
  const key = useRef<string | null>(null);
  return useMutation({
    mutationFn: (given: Given) => {
      key.current ??= crypto.randomUUID();
      return run(given, key.current);
    },
    onSuccess: (answer) => {
      key.current = null;
      tell(answer, done);
      close();
    },
    onError: (error) => {
      // It may have happened: only a known answer ends the intent.
      if (!(error instanceof Unreachable)) key.current = null;
    },
    // Whatever happened, the lists show what is true now.
    onSettled: () => client.invalidateQueries(),
  });
}
