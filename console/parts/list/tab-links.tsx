// The parts of a list as links beside each other, each with its count if it is known.
import { Badge } from '@mantine/core';
import { ButtonLink } from '../links.tsx';
import type { Search } from './filters.ts';
import './tab-links.css';

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
      <div className="list-tabs">
        {tabs.map(({ value, label: text, count }) => (
          <ButtonLink
            key={value}
            to="."
            search={value === '' ? others : { ...others, [name]: value }}
            size="compact-xs"
            variant={value === current ? 'filled' : 'subtle'}
            aria-current={value === current ? 'page' : undefined}
            rightSection={
              count === undefined ? null : (
                <Badge size="xs" variant="default">
                  {count}
                </Badge>
              )
            }
          >
            {text}
          </ButtonLink>
        ))}
      </div>
    </nav>
  );
}
