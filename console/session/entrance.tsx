// The card in the middle of the page on which people sign in or set a password.
import { Card, Center, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { PRODUCT } from '../texts/common.ts';

export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Card withBorder shadow="sm" w="100%" maw={400} padding="lg">
        <Stack>
          <div>
            <Text c="dimmed" size="sm">
              {PRODUCT}
            </Text>
            <Title order={1} size="h3">
              {title}
            </Title>
          </div>
          {children}
        </Stack>
      </Card>
    </Center>
  );
}
