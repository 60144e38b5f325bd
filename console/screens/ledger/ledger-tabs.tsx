// The parts of the ledger as links beside each other.
import { Group } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { ButtonLink } from '../../parts/links.tsx';
import { useSession } from '../../session/session.tsx';
import { LEDGER_TEXTS } from '../../texts/ledger/ledger.ts';

const { tabs } = LEDGER_TEXTS;

const PARTS = [
  { to: '/ledger', label: tabs.accounts, right: 'ledger.read' },
  { to: '/ledger/entries', label: tabs.entries, right: 'ledger.read' },
  { to: '/ledger/months', label: tabs.months, right: 'ledger.read' },
  { to: '/ledger/verify', label: tabs.verify, right: 'books.verify' },
  { to: '/ledger/proofs', label: tabs.proofs, right: 'ledger.read' },
] as const;

export function LedgerTabs() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { can } = useSession();
  return (
    <nav aria-label={tabs.label}>
      <Group gap={4} my="sm">
        {PARTS.filter(({ right }) => can(right)).map(({ to, label }) => (
          <ButtonLink
            key={to}
            to={to}
            size="compact-sm"
            variant={path === to ? 'filled' : 'subtle'}
            aria-current={path === to ? 'page' : undefined}
          >
            {label}
          </ButtonLink>
        ))}
      </Group>
    </nav>
  );
}
