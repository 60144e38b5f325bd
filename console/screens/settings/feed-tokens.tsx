// The tokens of programs that bring bank lines and statements.
import { Table, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { readOf } from '../../api/keys.ts';
import type { FeedToken } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { useReceivingAccounts } from '../../parts/account/receiving-account.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { currenciesOf, sumsIn } from './feed-sums.ts';
import { FeedTokenActs, IssueFeedToken } from './feed-token-acts.tsx';
import { AllowedIps, TokenState } from './token-state.tsx';
import { TokenTable } from './token-table.tsx';

const { feeds: texts, tokens } = SETTINGS_TEXTS;

function Cells({ token }: { token: FeedToken }) {
  const { name, receiving_account_ids, allowed_ips, lines_per_hour, daily_cents } = token;
  const known = useReceivingAccounts(receiving_account_ids);
  return (
    <>
      <Table.Td>{name}</Table.Td>
      <Table.Td title={receiving_account_ids.join('\n')}>{receiving_account_ids.length}</Table.Td>
      <Table.Td>
        {texts.per_hour(lines_per_hour.toLocaleString())}
        <Text size="xs" c="dimmed">
          {texts.per_day(sumsIn(daily_cents, currenciesOf(known, receiving_account_ids)))}
        </Text>
      </Table.Td>
      <Table.Td>
        <AllowedIps ips={allowed_ips} />
      </Table.Td>
      <Table.Td>
        <TokenState {...token} />
      </Table.Td>
    </>
  );
}

export function FeedTokens() {
  const { cursor } = useSearch({ from: '/inside/settings' });
  const { data, error, refetch } = useRead(
    readOf('listFeedTokens', { query: cursor === undefined ? {} : { cursor } }),
  );
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  return (
    <CardSection title={texts.title} acts={<IssueFeedToken />}>
      <Text size="sm">{texts.what}</Text>
      <TokenTable
        tokens={data?.data ?? []}
        next_cursor={data?.next_cursor ?? null}
        tab="feeds"
        none={texts.none}
        columns={[tokens.name, texts.accounts, texts.limits, tokens.ips, tokens.state]}
        min_width={760}
        cells={(token) => <Cells token={token} />}
        acts={(token) => <FeedTokenActs token={token} />}
      />
    </CardSection>
  );
}
