// A person's own account: how they sign in, where they are signed in, and what they did.
import { Alert, Stack, Title } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TabLinks } from '../../parts/list/tab-links.tsx';
import { useSession } from '../../session/session.tsx';
import { ACCOUNT_TEXTS as account } from '../../texts/account/account.ts';
import { OwnFactors } from './own-factors.tsx';
import { OwnLog } from './own-log.tsx';
import { OwnOpenid } from './own-openid.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { OwnTokens } from './own-tokens.tsx';

function Security() {
  return (
    <>
      <OwnFactors />
      <OwnOpenid />
      <OwnPassword />
    </>
  );
}

const TABS: Readonly<Record<string, () => ReactNode>> = {
  '': Security,
  sessions: OwnSessions,
  tokens: OwnTokens,
  log: OwnLog,
};

export function Screen(): ReactNode {
  const search = useSearch({ from: '/inside/account' });
  const { me } = useSession();
  const Shown = TABS[search.tab ?? ''] ?? Security;
  return (
    <Stack>
      <Title order={1} size="h2">
        {account.title}
      </Title>
      {me.session_id === null ? (
        <Alert color="blue">{account.by_token}</Alert>
      ) : (
        <>
          <TabLinks
            label={account.parts}
            name="tab"
            tabs={[
              { value: '', label: account.tabs.security },
              { value: 'sessions', label: account.tabs.sessions },
              { value: 'tokens', label: account.tabs.tokens },
              { value: 'log', label: account.tabs.log },
            ]}
            search={search.tab === undefined ? {} : { tab: search.tab }}
          />
          <Shown />
        </>
      )}
    </Stack>
  );
}
