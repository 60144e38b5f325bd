// A screen that is shown only to people whose role has its right. The service refuses everybody else
// in any case; this says so before it is asked, and whom to ask instead.
import { Alert, Code, Stack, Text, Title } from '@mantine/core';
import type { AsyncRouteComponent } from '@tanstack/react-router';
import type { WhoAmI } from '../api/schema.gen.ts';
import { ButtonLink } from '../parts/links.tsx';
import { ERROR_TEXTS as errors } from '../texts/common.ts';
import { ROLE_NAMES as roles } from '../texts/roles.ts';
import { useSession } from './session.tsx';

export type Right = WhoAmI['rights'][number];

function Forbidden({ right }: { right: Right }) {
  const { me } = useSession();
  return (
    <Stack align="flex-start">
      <Title order={1} size="h2">
        {errors.forbidden}
      </Title>
      <Alert color="gray" role="alert">
        <Text size="sm">{errors.forbidden_screen(roles[me.role])}</Text>
        <Text size="sm">{errors.forbidden_advice}</Text>
        <Text size="xs" c="dimmed" mt="xs">
          {errors.forbidden_right} <Code>{right}</Code>
        </Text>
      </Alert>
      <ButtonLink to="/" variant="default">
        {errors.to_home}
      </ButtonLink>
    </Stack>
  );
}

export function guarded(right: Right, Screen: AsyncRouteComponent<object>) {
  const Guarded = () => {
    const { can } = useSession();
    return can(right) ? <Screen /> : <Forbidden right={right} />;
  };
  return Object.assign(Guarded, { preload: () => Screen.preload?.() });
}
