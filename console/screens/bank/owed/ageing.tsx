// How old the money in suspense is: lines and sums of each age, by account. Each number leads to its
// lines.
import { Stack, Table, Title } from '@mantine/core';
import type { SuspenseGroup } from '../../../api/schema.gen.ts';
import { AccountName } from '../../../parts/account/receiving-account.tsx';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { useFewRows } from '../../../parts/few-rows.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { COMMON_TEXTS } from '../../../texts/common.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { useSuspense } from '../lines/use-suspense-count.ts';

const { owed: texts, ages } = BANK_TEXTS;

type Age = keyof typeof ages;
const AGES = Object.keys(ages) as Age[];

function Cell({ group }: { group: SuspenseGroup | undefined }) {
  if (group === undefined) return <Table.Td className="number">{COMMON_TEXTS.nothing}</Table.Td>;
  const { receiving_account_id, age, currency, lines, in_cents, out_cents } = group;
  return (
    <Table.Td className="number">
      <AnchorLink to="/bank" search={{ status: 'suspense', age, receiving_account_id }}>
        {lines}
      </AnchorLink>
      <br />
      <Amount amount_cents={in_cents + out_cents} currency={currency} />
    </Table.Td>
  );
}

export function Ageing({ receiving_account_id }: { receiving_account_id: string | undefined }) {
  const { data } = useSuspense();
  const groups = (data?.data ?? []).filter((group) =>
    [undefined, group.receiving_account_id].includes(receiving_account_id),
  );
  const by_account = Map.groupBy(groups, (one) => `${one.receiving_account_id} ${one.currency}`);
  const { shown, more } = useFewRows([...by_account]);
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.ageing}
      </Title>
      <Table.ScrollContainer minWidth={640}>
        <Table aria-label={texts.ageing}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{LIST_TEXTS.columns.account}</Table.Th>
              {AGES.map((age) => (
                <Table.Th key={age} className="number">
                  {ages[age]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(([key, own]) => (
              <Table.Tr key={key}>
                <Table.Td>
                  <AccountName id={own[0]?.receiving_account_id ?? ''} />
                </Table.Td>
                {AGES.map((age) => (
                  <Cell key={age} group={own.find((group) => group.age === age)} />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more}
    </Stack>
  );
}
