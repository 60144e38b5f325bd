// What the service is set to: alerts, currencies and rates, keys, tokens.
import { Alert, Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WhoAmI } from '../../api/schema.gen.ts';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { useSession } from '../../session/session.tsx';
import { SETTINGS_TEXTS as settings } from '../../texts/settings/settings.ts';
import { NAV_TEXTS as nav } from '../../texts/shell/frame.ts';
import { Alerts } from './alerts.tsx';
import { FeedTokens } from './feed-tokens.tsx';
import { Keys } from './keys.tsx';
import { Money } from './money.tsx';
import { OperatorTokens } from './operator-tokens.tsx';
import { Retention } from './retention.tsx';

type Tab = {
  readonly value: keyof typeof settings.tabs;
  readonly right: WhoAmI['rights'][number];
  readonly Shown: () => ReactNode;
};

const TABS: readonly Tab[] = [
  { value: 'alerts', right: 'alerts.read', Shown: Alerts },
  { value: 'money', right: 'settings.read', Shown: Money },
  { value: 'keys', right: 'settings.read', Shown: Keys },
  { value: 'retention', right: 'settings.read', Shown: Retention },
  { value: 'tokens', right: 'operator_tokens.manage', Shown: OperatorTokens },
  { value: 'feeds', right: 'feed_tokens.manage', Shown: FeedTokens },
];

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/settings' });
  const { can } = useSession();
  const tabs = TABS.filter(({ right }) => can(right));
  const shown = tabs.find(({ value }) => value === search.tab) ?? tabs[0];
  return (
    <Stack>
      <Title order={1} size="h2">
        {nav.settings}
      </Title>
      <TabLinks
        label={settings.parts}
        name="tab"
        tabs={tabs.map(({ value }) => ({ value, label: settings.tabs[value] }))}
        search={{ tab: shown?.value ?? '' }}
      />
      {shown === undefined ? <Alert color="blue">{settings.none}</Alert> : <shown.Shown />}
    </Stack>
  );
}
