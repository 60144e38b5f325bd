// The button that leads to the OpenID provider; nothing if the installation has none.
import { Button, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { readOf } from '../../api/keys.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { SIGN_IN_TEXTS } from '../../texts/sign-in.ts';
import { toProvider } from './openid.ts';

const { openid } = SIGN_IN_TEXTS;

/** Passwords go on if it cannot be read. */
export const useProviderName = (): string | null =>
  useQuery(readOf('showOpenidOffer', {})).data?.provider_name ?? null;

type Props = { readonly name: string; readonly link?: string };

/** `link`: it is accepted with the account there. */
export function OpenidButton({ name, link }: Props) {
  const label = link === undefined ? openid.sign_in(name) : openid.accept(name);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => toProvider(link),
  });
  return (
    <>
      <Button variant="default" loading={isPending || isSuccess} onClick={() => mutate()} fullWidth>
        {label}
      </Button>
      {link === undefined ? null : (
        <Text size="xs" c="dimmed">
          {openid.accept_what}
        </Text>
      )}
      {error === null ? null : <ProblemNote error={error} act={label} />}
    </>
  );
}
