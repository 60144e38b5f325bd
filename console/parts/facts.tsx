// Pairs of a name and a value, as a list of definitions.
import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

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
          {/* The styles show a dash if there is nothing in it, whoever left it empty. */}
          <Text component="dd" className="fact" size="sm" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
