// Sets up an authenticator app: the key as a picture and as text, shown once, then its first code.
import { Anchor, Image, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { AddedFactor, OfferedTotp } from '../api/schema.gen.ts';
import { Copyable } from '../parts/copyable.tsx';
import { COMMON_TEXTS } from '../texts/common.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { CodeForm } from './code-form.tsx';
import { SignInProblem } from './sign-in-problem.tsx';

const { enrol, totp } = SIGN_IN_TEXTS;
const GROUP = /.{1,4}/g;

/** As a picture of its own: the element that the service draws is meant to stand in a page. */
const pictureOf = (svg: string) =>
  `data:image/svg+xml,${encodeURIComponent(svg.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'))}`;

function Offer({ secret, otpauth_uri, qr_svg }: OfferedTotp) {
  return (
    <Stack gap="xs">
      <Text size="sm">{totp.scan}</Text>
      <Image src={pictureOf(qr_svg)} alt={totp.qr} w={200} h={200} mx="auto" radius="sm" />
      <Text size="sm">{totp.by_hand}</Text>
      <Copyable value={(secret.match(GROUP) ?? []).join(' ')} />
      <Anchor href={otpauth_uri} size="sm" underline="always">
        {totp.open_app}
      </Anchor>
      <Text size="xs" c="dimmed">
        {totp.once}
      </Text>
    </Stack>
  );
}

type Props = {
  readonly offer: () => Promise<OfferedTotp>;
  readonly activate: (code: string) => Promise<AddedFactor>;
  readonly done: (added: AddedFactor) => void;
};

export function TotpSetup({ offer, activate, done }: Props) {
  const offered = useMutation({ mutationFn: offer });
  const { mutate: ask, isIdle } = offered;
  const activated = useMutation({ mutationFn: activate, onSuccess: done });
  useEffect(() => {
    if (isIdle) ask();
  }, [isIdle, ask]);
  if (offered.data === undefined) {
    if (offered.error !== null) return <SignInProblem error={offered.error} act={enrol.by_app} />;
    return <Loader aria-label={COMMON_TEXTS.loading} />;
  }
  return (
    <Stack>
      <Offer {...offered.data} />
      <CodeForm
        kind="app"
        label={totp.code}
        submit={totp.submit}
        is_pending={activated.isPending}
        error={activated.error}
        give={activated.mutate}
      />
    </Stack>
  );
}
