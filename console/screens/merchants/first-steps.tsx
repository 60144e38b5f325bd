// What a new merchant still needs before its first order, each with the place where it is done.
import { Badge, Group, List } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readKey } from '../../api/keys.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { steps } = MERCHANT_TEXTS;

type Step = { readonly name: 'tariff' | 'token' | 'endpoint' | 'order'; readonly is_done: boolean };

const PLACES = {
  tariff: '/merchants/$id/tariffs',
  token: '/merchants/$id/tokens',
  endpoint: '/merchants/$id/endpoints',
  order: '/merchants/$id',
} as const;

async function readSteps(
  { id, callback_url }: Merchant,
  may_see_tokens: boolean,
  signal: AbortSignal,
): Promise<readonly Step[]> {
  const path = { id };
  const [{ tariffs }, tokens, trades] = await Promise.all([
    call('getTariffs', { path, signal }),
    may_see_tokens ? call('listTokens', { path, signal }) : null,
    call('listTrades', { query: { merchant_id: id, limit: 1 }, signal }),
  ]);
  const has_token = tokens?.data.some(({ revoked_at }) => revoked_at === null);
  return [
    { name: 'tariff', is_done: tariffs.length > 0 },
    ...(has_token === undefined ? [] : [{ name: 'token', is_done: has_token } as const]),
    { name: 'endpoint', is_done: callback_url !== null },
    { name: 'order', is_done: trades.data.length > 0 },
  ];
}

export function FirstSteps({ merchant }: { merchant: Merchant }) {
  const { can } = useSession();
  const { data = [] } = useRead({
    queryKey: readKey(
      'getMerchant',
      { path: { id: merchant.id } },
      'steps',
      merchant.callback_url ?? '',
    ),
    queryFn: ({ signal }) => readSteps(merchant, can('merchant_tokens.read'), signal),
  });
  if (data.every(({ is_done }) => is_done)) return null;
  return (
    <CardSection title={steps.title}>
      <List listStyleType="none" spacing="xs">
        {data.map(({ name, is_done }) => (
          <List.Item key={name}>
            <Group gap="xs">
              <Badge color={is_done ? 'teal' : 'gray'} variant="light">
                {is_done ? steps.done : steps.open}
              </Badge>
              {is_done || name === 'order' ? (
                steps[name]
              ) : (
                <AnchorLink to={PLACES[name]} params={{ id: merchant.id }}>
                  {steps[name]}
                </AnchorLink>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
    </CardSection>
  );
}
