// The settlements of a merchant, newest first, and the next draft.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { LIST_TEXTS } from '../../texts/en-lists.ts';
import { SETTLEMENT_TEXTS as texts } from '../../texts/settlements/settlements.ts';
import { NAV_TEXTS } from '../../texts/shell/frame.ts';
import { MerchantFrame } from './merchant-frame.tsx';

const { columns, settlement_states, empty } = LIST_TEXTS;

function Draft({ id }: { id: string }) {
  return (
    <ActButton
      about={null}
      {...texts.draft}
      run={(note, idempotency_key) =>
        call('draftSettlement', { path: { id }, body: { note }, idempotency_key })
      }
    />
  );
}

function Settlements({ merchant: { id: merchant_id } }: { merchant: Merchant }) {
  const { can } = useSession();
  const { data, error, refetch } = useRead(readOf('listSettlements', { query: { merchant_id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const settlements = data?.data ?? [];
  return (
    <CardSection
      title={NAV_TEXTS.settlements}
      acts={can('settlements.decide') ? <Draft id={merchant_id} /> : null}
    >
      {data !== undefined && settlements.length === 0 ? (
        <Text c="dimmed">{empty.settlements}</Text>
      ) : null}
      <Table.ScrollContainer minWidth={420}>
        <Table>
          <Table.Tbody>
            {settlements.map(({ id, number, state, period_to, payable_cents, currency }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <AnchorLink to="/settlements/$merchant_id/$id" params={{ merchant_id, id }}>
                    {columns.number} {number}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>{settlement_states[state]}</Table.Td>
                <Table.Td>
                  <Moment at={period_to} />
                </Table.Td>
                <Table.Td className="number">
                  <Amount amount_cents={payable_cents} currency={currency} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <AnchorLink to="/settlements" search={{ merchant_id }} size="sm">
        {texts.all}
      </AnchorLink>
    </CardSection>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Settlements merchant={merchant} />}</MerchantFrame>;
}
