// A part of a page with its own heading, and its acts beside it.
import { Card, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly acts?: ReactNode; readonly children: ReactNode };

export function CardSection({ title, acts, children }: Props) {
  return (
    <Card withBorder component="section" aria-label={title}>
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4">
            {title}
          </Title>
          <Group gap="xs">{acts}</Group>
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
