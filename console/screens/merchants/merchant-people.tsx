// The people of a merchant who may sign in.
import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { readOf } from '../../api/keys.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { ROLE_NAMES } from '../../texts/roles.ts';
import { MerchantFrame } from './merchant-frame.tsx';

const { people: texts } = MERCHANT_TEXTS;

function People({ merchant: { id: merchant_id } }: { merchant: Merchant }) {
  const { data, error, refetch } = useRead(readOf('listPeople', { query: { merchant_id } }));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading height={160} />;
  return (
    <CardSection
      title={MERCHANT_TEXTS.tabs.people}
      acts={
        <AnchorLink to="/people" search={{ merchant_id }} size="sm">
          {texts.all}
        </AnchorLink>
      }
    >
      {data.data.length === 0 ? <Text c="dimmed">{texts.empty}</Text> : null}
      <Table.ScrollContainer minWidth={360}>
        <Table>
          <Table.Tbody>
            {data.data.map(({ id, name, email, role }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <AnchorLink to="/people/$id" params={{ id }}>
                    {name}
                  </AnchorLink>
                </Table.Td>
                <Table.Td>{email}</Table.Td>
                <Table.Td>{ROLE_NAMES[role]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </CardSection>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <People merchant={merchant} />}</MerchantFrame>;
}
