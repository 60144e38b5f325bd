// The tokens of programs that bring bank lines and statements.
import { Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import type { FeedToken } from '../../api/schema.gen.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { TEXTS } from '../../texts/en.ts';
import { FeedTokenActs, IssueFeedToken } from './feed-token-acts.tsx';
import { AllowedIps, isActive, TokenState } from './token-state.tsx';

const { feeds: texts, tokens } = TEXTS.settings;

function Row({ token }: { token: FeedToken }) {
  const { name, receiving_account_ids, allowed_ips, lines_per_hour, daily_cents } = token;
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td title={receiving_account_ids.join('\n')}>{receiving_account_ids.length}</Table.Td>
      <Table.Td>
        {texts.per_hour(lines_per_hour.toLocaleString())}
        <Text size="xs" c="dimmed">
          {texts.per_day(daily_cents.toLocaleString())}
        </Text>
      </Table.Td>
      <Table.Td>
        <AllowedIps ips={allowed_ips} />
      </Table.Td>
      <Table.Td>
        <TokenState {...token} />
      </Table.Td>
      <Table.Td>
        {isActive(token) ? (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <FeedTokenActs token={token} />
          </Group>
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}

export function FeedTokens() {
  const { cursor } = useSearch({ from: '/inside/settings' });
  const { data, error, refetch } = useQuery({
    queryKey: ['feed tokens', cursor],
    queryFn: ({ signal }) =>
      call('listFeedTokens', { query: cursor === undefined ? {} : { cursor }, signal }),
  });
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const rows = data?.data ?? [];
  return (
    <CardSection title={texts.title} acts={<IssueFeedToken />}>
      <Text size="sm">{texts.what}</Text>
      {rows.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <Table.ScrollContainer minWidth={760}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {[tokens.name, texts.accounts, texts.limits, tokens.ips, tokens.state].map(
                  (label) => (
                    <Table.Th key={label}>{label}</Table.Th>
                  ),
                )}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((token) => (
                <Row key={token.id} token={token} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {(data?.next_cursor ?? null) === null ? null : (
        <div>
          <ButtonLink
            to="."
            search={{ tab: 'feeds', cursor: data?.next_cursor ?? '' }}
            variant="default"
          >
            {TEXTS.list.next_page}
          </ButtonLink>
        </div>
      )}
    </CardSection>
  );
}
