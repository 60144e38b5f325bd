// Shown at an address without a screen.
import { Stack, Text, Title } from '@mantine/core';
import { ERROR_TEXTS as errors } from '../texts/common.ts';
import { ButtonLink } from './links.tsx';

export function NotHere() {
  return (
    <Stack align="flex-start" p="md">
      <Title order={1} size="h2">
        {errors.not_found}
      </Title>
      <Text size="sm">{errors.not_found_advice}</Text>
      <ButtonLink to="/" variant="default">
        {errors.to_home}
      </ButtonLink>
    </Stack>
  );
}
