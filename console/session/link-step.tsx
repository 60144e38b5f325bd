// A sign-in of a person whose factors were removed: the link that was made with the removal.
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/client.ts';
import { ENTRY_BOUNDS } from '../api/entry-bounds.gen.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { SignInProblem } from './sign-in-problem.tsx';

const { by_link, factor } = SIGN_IN_TEXTS;

type Props = {
  /** From the address of the page, if the link was opened. */
  readonly link: string | undefined;
  readonly done: () => void;
  readonly again: () => void;
};

export function LinkStep({ link, done, again }: Props) {
  const { mutate, isIdle, isPending, error } = useMutation({
    mutationFn: (given: string) => call('openEnrolmentLink', { body: { link: given } }),
    onSuccess: done,
  });
  useEffect(() => {
    if (link !== undefined && isIdle) mutate(link);
  }, [link, isIdle, mutate]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        mutate(String(new FormData(event.currentTarget).get('link')).trim());
      }}
    >
      <Stack>
        <Text size="sm">{by_link.paste}</Text>
        <TextInput
          name="link"
          label={by_link.link}
          {...ENTRY_BOUNDS.openEnrolmentLink.link}
          autoComplete="off"
        />
        <SignInProblem error={error} act={factor.submit} />
        <Button type="submit" loading={isPending}>
          {factor.submit}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={again}>
          {factor.again}
        </Button>
      </Stack>
    </form>
  );
}
