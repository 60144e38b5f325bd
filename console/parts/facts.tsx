// Pairs of a name and a value, as a list of definitions.
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { COMMON_TEXTS } from '../texts/common.ts';

export type Fact = readonly [name: string, value: ReactNode];

const isEmpty = (value: ReactNode): boolean => value === null || value === '';

type Props = {
  readonly facts: readonly Fact[];
  /** Where there is room for them. */
  readonly columns?: number;
};

export function Facts({ facts, columns = 3 }: Props) {
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 1, xs: Math.min(2, columns), md: columns }}
      my="md"
      spacing="xs"
    >
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {isEmpty(value) ? COMMON_TEXTS.nothing : value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
