// The rules of the house: which lines they take, and whether they decide.
import { Badge, Group, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { readOf } from '../../../api/keys.ts';
import type { LineRule } from '../../../api/schema.gen.ts';
import { useRead } from '../../../api/use-read.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { BankNav } from '../bank-nav.tsx';
import { Conditions } from './conditions.tsx';
import { NewRule } from './rule-form.tsx';
import { RuleState } from './rule-state.tsx';

const { rules: texts } = BANK_TEXTS;

function Row({ rule }: { rule: LineRule }) {
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink to="/bank/rules/$id" params={{ id: rule.id }}>
          {rule.name}
        </AnchorLink>
      </Table.Td>
      <Table.Td>
        <AccountName id={rule.receiving_account_id} />
      </Table.Td>
      <Table.Td>
        <Conditions rule={rule} />
      </Table.Td>
      <Table.Td>
        <Badge variant="default">{texts.acts[rule.act]}</Badge>
      </Table.Td>
      <Table.Td>
        <RuleState state={rule.state} />
      </Table.Td>
      <Table.Td>
        <Moment at={rule.changed_at} />
      </Table.Td>
    </Table.Tr>
  );
}

function Content() {
  const { data, error, refetch } = useRead(readOf('listLineRules', {}));
  if (data === undefined) {
    if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
    return <Loading height={160} />;
  }
  if (data.data.length === 0) return <Text c="dimmed">{texts.empty}</Text>;
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table aria-label={texts.title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.name}</Table.Th>
            <Table.Th>{BANK_TEXTS.line.account}</Table.Th>
            <Table.Th>{texts.conditions}</Table.Th>
            <Table.Th>{texts.act}</Table.Th>
            <Table.Th>{texts.state}</Table.Th>
            <Table.Th>{texts.changed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.data.map((rule) => (
            <Row key={rule.id} rule={rule} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

export function Screen(): ReactNode {
  return (
    <>
      <BankNav />
      <Group justify="space-between">
        <Title order={1} size="h2">
          {texts.title}
        </Title>
        <NewRule />
      </Group>
      <Text size="sm" c="dimmed" my="sm">
        {texts.intro}
      </Text>
      <Content />
    </>
  );
}
