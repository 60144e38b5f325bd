// The API tokens of a merchant: issued, rotated with an overlap, and revoked.
import { Badge, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { Merchant, Token } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { IdBehind } from '../../parts/names/actor-name.tsx';
import { shortId } from '../../parts/names/short-id.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { IssueToken, RotateToken } from './issue-token.tsx';
import { MerchantFrame } from './merchant-frame.tsx';

const { tokens: texts } = MERCHANT_TEXTS;
const COLORS = { active: 'teal', expired: 'gray', revoked: 'red' } as const;

type State = keyof typeof texts.states;

function stateOf({ revoked_at, expires_at }: Token): State {
  if (revoked_at !== null) return 'revoked';
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active';
}

function rateOf({ rate_limit_per_second: rate }: Token): string {
  if (rate === null) return texts.rate_default;
  return rate === 0 ? texts.no_rate : String(rate);
}

function Revoke({ token: { id: token_id, merchant_id: id } }: { token: Token }) {
  return (
    <ActButton
      about={null}
      {...texts.revoke}
      is_dangerous
      run={(note, idempotency_key) =>
        call('revokeToken', { path: { id, token_id }, body: { note }, idempotency_key })
      }
    />
  );
}

function Row({ token, may_change }: { token: Token; may_change: boolean }) {
  const state = stateOf(token);
  return (
    <Table.Tr>
      <Table.Td>
        <Badge color={COLORS[state]} variant="light">
          {texts.states[state]}
        </Badge>
      </Table.Td>
      <Table.Td>
        <Moment at={token.created_at} />
        <Text size="xs" c="dimmed" component="div" className="one-line">
          <IdBehind words={shortId(token.id)} id={token.id} />
        </Text>
      </Table.Td>
      <Table.Td>{token.scopes.map((scope) => texts.scope_names[scope]).join(', ')}</Table.Td>
      <Table.Td>{token.allowed_ips.join(', ') || texts.anywhere}</Table.Td>
      <Table.Td>
        {texts.modes[token.mode]}
        {token.require_signature ? (
          <Text size="xs" c="dimmed">
            {texts.signed}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>{rateOf(token)}</Table.Td>
      <Table.Td>
        {token.expires_at === null ? texts.never : <Moment at={token.expires_at} />}
      </Table.Td>
      <Table.Td>
        {token.last_used_at === null ? texts.unused : <Moment at={token.last_used_at} />}
      </Table.Td>
      <Table.Td>
        {may_change && state === 'active' ? (
          <Group gap={4} wrap="nowrap">
            <RotateToken token={token} />
            <Revoke token={token} />
          </Group>
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}

const HEAD = [
  texts.state,
  texts.created,
  texts.scopes,
  texts.ips,
  texts.mode,
  texts.rate,
  texts.expires,
  texts.used,
];

function Tokens({ merchant: { id } }: { merchant: Merchant }) {
  const { can } = useSession();
  const may_change = can('merchant_tokens.change');
  const { data, error, refetch } = useRead(readOf('listTokens', { path: { id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const tokens = data?.data.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)) ?? [];
  return (
    <CardSection
      title={MERCHANT_TEXTS.tabs.tokens}
      acts={may_change ? <IssueToken merchant_id={id} /> : null}
    >
      {data !== undefined && tokens.length === 0 ? <Text c="dimmed">{texts.empty}</Text> : null}
      <Table.ScrollContainer minWidth={760}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {HEAD.map((label) => (
                <Table.Th key={label}>{label}</Table.Th>
              ))}
              <Table.Td />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {tokens.map((token) => (
              <Row key={token.id} token={token} may_change={may_change} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Tokens merchant={merchant} />}</MerchantFrame>;
}
