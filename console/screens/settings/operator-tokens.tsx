// The tokens of the operator's own programs: issued, changed, rotated, revoked.
import { Table, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { readOf } from '../../api/keys.ts';
import type { OperatorToken } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { shortId } from '../../parts/names/short-id.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { ROLE_NAMES } from '../../texts/roles.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { IssueToken, TokenActs } from './operator-token-acts.tsx';
import { AllowedIps, TokenState } from './token-state.tsx';
import { TokenTable } from './token-table.tsx';

const { tokens: texts, scope_names } = SETTINGS_TEXTS;

function Cells({ token }: { token: OperatorToken }) {
  const { name, role, scopes, person_id, person_name, is_own, allowed_ips, last_used_at } = token;
  return (
    <>
      <Table.Td>
        {name}
        <Text size="xs" c="dimmed">
          {texts.owner}{' '}
          {person_id === null ? (
            texts.nobody
          ) : (
            <AnchorLink to="/people/$id" params={{ id: person_id }} size="xs">
              {person_name ?? shortId(person_id)}
            </AnchorLink>
          )}
        </Text>
        {is_own ? (
          <Text size="xs" c="dimmed">
            {texts.is_own}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        {ROLE_NAMES[role]}
        <Text size="xs" c="dimmed">
          {scopes.map((scope) => scope_names[scope]).join(', ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <AllowedIps ips={allowed_ips} />
      </Table.Td>
      <Table.Td>{last_used_at === null ? texts.unused : <Moment at={last_used_at} />}</Table.Td>
      <Table.Td>
        <TokenState {...token} />
      </Table.Td>
    </>
  );
}

export function OperatorTokens() {
  const { cursor } = useSearch({ from: '/inside/settings' });
  const { data, error, refetch } = useRead(
    readOf('listOperatorTokens', { query: cursor === undefined ? {} : { cursor } }),
  );
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  return (
    <CardSection title={texts.title} acts={<IssueToken />}>
      <Text size="sm">{texts.what}</Text>
      <TokenTable
        tokens={data?.data ?? []}
        next_cursor={data?.next_cursor ?? null}
        tab="tokens"
        none={texts.none}
        columns={[texts.name, texts.role, texts.ips, texts.used, texts.state]}
        min_width={860}
        cells={(token) => <Cells token={token} />}
        acts={(token) => <TokenActs token={token} />}
      />
    </CardSection>
  );
}
