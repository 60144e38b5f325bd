// The frame of a merchant's page: its name, and a tab with an address of its own for each part.
import { Group, Stack, Title } from '@mantine/core';
import { useParams, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Merchant, WhoAmI } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { AnchorLink, ButtonLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote, ScreenProblem } from '../../parts/problem.tsx';
import { Opened } from '../../parts/recent/opened.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS as merchants } from '../../texts/merchants/merchants.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { Rename } from './rename.tsx';

type Tab = {
  readonly name: keyof typeof merchants.tabs;
  readonly path: string;
  readonly right: WhoAmI['rights'][number];
};

const TABS = [
  { name: 'overview', path: '', right: 'merchants.read' },
  { name: 'tariffs', path: '/tariffs', right: 'settings.read' },
  { name: 'limits', path: '/limits', right: 'merchants.read' },
  { name: 'tokens', path: '/tokens', right: 'merchant_tokens.read' },
  { name: 'endpoints', path: '/endpoints', right: 'callbacks.read' },
  { name: 'branding', path: '/branding', right: 'branding.read' },
  { name: 'balance', path: '/balance', right: 'merchants.read' },
  { name: 'settlements', path: '/settlements', right: 'settlements.read' },
  { name: 'people', path: '/people', right: 'people.read' },
] as const satisfies readonly Tab[];

function Tabs({ id }: { id: string }) {
  const { can } = useSession();
  const now = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <nav aria-label={NAV_TEXTS.merchants}>
      <Group gap={4}>
        {TABS.filter(({ right }) => can(right)).map(({ name, path }) => {
          const at = `/merchants/${id}${path}`;
          // One endpoint belongs to the tab of all of them.
          const is_current = now.endsWith(at) || (path !== '' && now.includes(`${at}/`));
          return (
            <ButtonLink
              key={name}
              to={`/merchants/$id${path}`}
              params={{ id }}
              size="compact-sm"
              variant={is_current ? 'filled' : 'subtle'}
              aria-current={is_current ? 'page' : undefined}
            >
              {merchants.tabs[name]}
            </ButtonLink>
          );
        })}
      </Group>
    </nav>
  );
}

/** `children` gets the merchant once it is read. */
export function MerchantFrame({ children }: { children: (merchant: Merchant) => ReactNode }) {
  const { id = '' } = useParams({ strict: false });
  const { me, can } = useSession();
  const { data, error, refetch } = useRead(readOf('getMerchant', { path: { id } }));
  if (data === undefined) {
    if (error !== null) return <ScreenProblem error={error} retry={() => void refetch()} />;
    return <Loading height={320} />;
  }
  return (
    <Stack>
      {me.merchant_id === null ? (
        <AnchorLink to="/merchants" size="sm">
          {merchants.back}
        </AnchorLink>
      ) : null}
      <Group justify="space-between">
        <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
          {data.name}
        </Title>
        {can('merchants.change') ? <Rename merchant={data} /> : null}
      </Group>
      <Opened name={data.name} />
      <Tabs id={id} />
      {error === null ? null : <ProblemNote error={error} />}
      {children(data)}
    </Stack>
  );
}
