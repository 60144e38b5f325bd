// One field for a code of an app, or for a recovery code.
import { Button, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { ENTRY_BOUNDS } from '../api/entry-bounds.gen.ts';
import { SignInProblem } from './sign-in-problem.tsx';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly submit: string;
  readonly kind: 'app' | 'recovery';
  readonly is_pending: boolean;
  readonly error: unknown;
  readonly give: (code: string) => void;
  /** Beside the button. */
  readonly children?: ReactNode;
};

/** Codes are copied with blanks between their groups. */
const withoutBlanks = (typed: string) => typed.replaceAll(/\s/g, '');

const KINDS = {
  app: { inputMode: 'numeric', autoComplete: 'one-time-code', ...ENTRY_BOUNDS.activateTotp.code },
  recovery: {
    autoComplete: 'off',
    ...ENTRY_BOUNDS.giveSecondFactor.recovery_code,
    spellCheck: false,
  },
} as const;

export function CodeForm({ label, hint, submit, kind, is_pending, error, give, children }: Props) {
  const [typed, type] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        give(withoutBlanks(typed));
        // The code was used, or it was wrong: in both cases another one is needed.
        type('');
      }}
    >
      <Stack>
        <TextInput
          label={label}
          description={hint}
          required
          data-autofocus
          autoFocus
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          {...KINDS[kind]}
        />
        <SignInProblem error={error} act={submit} />
        <Button type="submit" loading={is_pending} disabled={withoutBlanks(typed) === ''}>
          {submit}
        </Button>
        {children}
      </Stack>
    </form>
  );
}
