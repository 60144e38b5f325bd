// The parts of a list as links beside each other, each with its count if it is known.
import { Badge, Group } from '@mantine/core';
import { ButtonLink } from '../links.tsx';
import type { Search } from './filters.ts';

type Tab = {
  /** The value of the filter; '' for everything. */
  readonly value: string;
  readonly label: string;
  readonly count?: string;
};

type Props = {
  readonly label: string;
  /** The filter that the tabs set. */
  readonly name: string;
  readonly tabs: readonly Tab[];
  readonly search: Search;
};

export function TabLinks({ label, name, tabs, search }: Props) {
  const { [name]: current = '', cursor: _page, ...others } = search;
  return (
    <nav aria-label={label}>
      <Group gap={4} my="sm">
        {tabs.map(({ value, label: text, count }) => (
          <ButtonLink
            key={value}
            to="."
            search={value === '' ? others : { ...others, [name]: value }}
            size="compact-sm"
            variant={value === current ? 'filled' : 'subtle'}
            aria-current={value === current ? 'page' : undefined}
            rightSection={
              count === undefined ? null : (
                <Badge size="sm" variant="default">
                  {count}
                </Badge>
              )
            }
          >
            {text}
          </ButtonLink>
        ))}
      </Group>
    </nav>
  );
}
