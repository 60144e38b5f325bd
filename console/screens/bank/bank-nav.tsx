// The parts of bank work beside each other, on each of their screens.
import { Group } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { ButtonLink } from '../../parts/links.tsx';
import { BANK_TEXTS } from '../../texts/bank/bank.ts';

const { nav } = BANK_TEXTS;

const PARTS = [
  { to: '/bank/review', name: 'review' },
  { to: '/bank', name: 'lines' },
  { to: '/bank/import', name: 'import' },
  { to: '/bank/waiting', name: 'waiting' },
  { to: '/bank/owed', name: 'owed' },
  { to: '/bank/days', name: 'days' },
  { to: '/bank/rules', name: 'rules' },
] as const;

/** Lines have the shortest address: they are current if no other part is. */
function currentOf(path: string): string {
  const part = PARTS.find(({ to }) => to !== '/bank' && path.startsWith(to));
  return part?.to ?? '/bank';
}

export function BankNav() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const current = currentOf(path);
  return (
    <nav aria-label={nav.label}>
      <Group gap={4} mb="sm">
        {PARTS.map(({ to, name }) => (
          <ButtonLink
            key={to}
            to={to}
            size="compact-sm"
            variant={to === current ? 'light' : 'subtle'}
            aria-current={to === current ? 'page' : undefined}
          >
            {nav[name]}
          </ButtonLink>
        ))}
      </Group>
    </nav>
  );
}
