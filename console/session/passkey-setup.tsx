// Makes a passkey: its name, and then the browser's own window.
import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ENTRY_BOUNDS } from '../api/entry-bounds.gen.ts';
import type { AddedFactor, PasskeyCreation } from '../api/schema.gen.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { makePasskey } from './passkeys.ts';
import { SignInProblem } from './sign-in-problem.tsx';

const { passkey } = SIGN_IN_TEXTS;

type New = { name: string; credential: Readonly<Record<string, unknown>> };

type Props = {
  readonly offer: () => Promise<PasskeyCreation>;
  readonly add: (made: New) => Promise<AddedFactor>;
  readonly done: (added: AddedFactor) => void;
};

export function PasskeySetup({ offer, add, done }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (name: string) => {
      const { options } = await offer();
      return await add({ name, credential: await makePasskey(options) });
    },
    onSuccess: done,
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(String(new FormData(event.currentTarget).get('name')).trim());
      }}
    >
      <Stack>
        <TextInput
          name="name"
          label={passkey.name}
          description={passkey.name_hint}
          {...ENTRY_BOUNDS.addPasskey.name}
          pattern=".*\S.*"
          data-autofocus
          autoFocus
        />
        <SignInProblem error={error} act={passkey.submit} />
        <Button type="submit" loading={isPending}>
          {passkey.submit}
        </Button>
      </Stack>
    </form>
  );
}
