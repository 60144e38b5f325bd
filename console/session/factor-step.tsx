// The second step of a sign-in: a code of an app, a passkey, or a recovery code.
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, rememberCsrfToken } from '../api/client.ts';
import type { SignedIn } from '../api/schema.gen.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';
import { CodeForm } from './code-form.tsx';
import { givePasskey } from './passkeys.ts';
import { SignInProblem } from './sign-in-problem.tsx';

const { factor } = SIGN_IN_TEXTS;

type Method = SignedIn['second_factors'][number];
type Given = { code: string } | { recovery_code: string } | 'passkey';

async function give(given: Given): Promise<void> {
  const body = given === 'passkey' ? { passkey: await answerOfDevice() } : given;
  const { csrf_token } = await call('giveSecondFactor', { body });
  rememberCsrfToken(csrf_token);
}

async function answerOfDevice() {
  const { options } = await call('askForPasskey', { body: {} });
  return await givePasskey(options);
}

type Props = { methods: readonly Method[]; signedIn: () => void; again: () => void };

/** What is asked for first: whatever a person has, before the codes for emergencies. */
const firstOf = (methods: readonly Method[]): Method =>
  methods.find((one) => one !== 'recovery_code') ?? 'recovery_code';

export function FactorStep({ methods, signedIn, again }: Props) {
  const [shown, show] = useState<Method>(() => firstOf(methods));
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: give,
    onSuccess: signedIn,
  });
  const change = (method: Method) => {
    reset();
    show(method);
  };
  const shared = { is_pending: isPending, error, submit: factor.submit };
  const others = methods.filter((one) => one !== shown);
  return (
    <Stack>
      {shown === 'totp' ? (
        <CodeForm
          key="app"
          kind="app"
          label={factor.code}
          hint={factor.code_hint}
          give={(code) => mutate({ code })}
          {...shared}
        />
      ) : null}
      {shown === 'recovery_code' ? (
        <CodeForm
          key="recovery"
          kind="recovery"
          label={factor.recovery}
          hint={factor.recovery_hint}
          give={(recovery_code) => mutate({ recovery_code })}
          {...shared}
        />
      ) : null}
      {shown === 'passkey' ? (
        <>
          <Text size="sm">{factor.passkey_hint}</Text>
          <SignInProblem error={error} act={factor.passkey} />
          <Button loading={isPending} onClick={() => mutate('passkey')} data-autofocus>
            {factor.passkey}
          </Button>
        </>
      ) : null}
      <Others others={others} change={change} />
      <Button variant="subtle" size="compact-sm" onClick={again}>
        {factor.again}
      </Button>
    </Stack>
  );
}

const OTHER_WAYS: Readonly<Record<Method, string>> = {
  totp: factor.use_code,
  passkey: factor.passkey,
  recovery_code: factor.use_recovery,
};

function Others({
  others,
  change,
}: {
  others: readonly Method[];
  change: (method: Method) => void;
}) {
  return others.map((method) => (
    <Button key={method} variant="default" onClick={() => change(method)}>
      {OTHER_WAYS[method]}
    </Button>
  ));
}
