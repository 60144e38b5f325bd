// A merchant's callback endpoints: where its events go, which of them, and whether they arrive.
import { Badge, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Endpoint, Merchant } from '../../../api/schema.gen.ts';
import { endpointName, eventWords } from '../../../parts/callback/endpoint-name.ts';
import { useEndpoints } from '../../../parts/callback/use-endpoints.ts';
import { CardSection } from '../../../parts/card-section.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ProblemNote } from '../../../parts/problem.tsx';
import { useSession } from '../../../session/session.tsx';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';
import { MERCHANT_TEXTS } from '../../../texts/merchants/merchants.ts';
import { MerchantFrame } from '../merchant-frame.tsx';
import { AddEndpoint, SetAddress } from './endpoint-forms.tsx';
import { HealthCell } from './endpoint-health.tsx';

type RowProps = { readonly merchant_id: string; readonly endpoint: Endpoint };

function Row({ merchant_id, endpoint }: RowProps) {
  const { url, is_default, number, description, last_success_at, last_failure_at } = endpoint;
  return (
    <Table.Tr>
      <Table.Td maw={360}>
        <Group gap="xs">
          <AnchorLink
            to="/merchants/$id/endpoints/$number"
            params={{ id: merchant_id, number: String(number) }}
            fw={600}
          >
            {endpointName(endpoint)}
          </AnchorLink>
          {is_default && description !== '' ? (
            <Badge variant="default" tt="none">
              {texts.default_mark}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
      </Table.Td>
      <Table.Td maw={240}>
        <Text size="sm" lineClamp={3}>
          {eventWords(endpoint)}
        </Text>
      </Table.Td>
      <Table.Td>
        <HealthCell endpoint={endpoint} />
      </Table.Td>
      <Table.Td>
        <Moment at={last_success_at} />
      </Table.Td>
      <Table.Td>
        <Moment at={last_failure_at} />
      </Table.Td>
    </Table.Tr>
  );
}

function Rows({ merchant_id, endpoints }: { merchant_id: string; endpoints: readonly Endpoint[] }) {
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {Object.values(texts.columns).map((label) => (
              <Table.Th key={label}>{label}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {endpoints.map((endpoint) => (
            <Row key={endpoint.number} merchant_id={merchant_id} endpoint={endpoint} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Before the default endpoint has an address, that is the first thing to do. */
function Acts({ merchant_id, endpoints }: { merchant_id: string; endpoints: readonly Endpoint[] }) {
  const { can } = useSession();
  if (!can('callbacks.change')) {
    return (
      <Text c="dimmed" size="sm">
        {MERCHANT_TEXTS.change.not_yours}
      </Text>
    );
  }
  const of_default = endpoints.find(({ is_default }) => is_default);
  const lacks_default = of_default !== undefined && of_default.url === null;
  return (
    <>
      <AddEndpoint merchant_id={merchant_id} is_quiet={lacks_default} />
      <SetAddress merchant_id={merchant_id} endpoint={of_default} is_hidden={!lacks_default} />
    </>
  );
}

function Endpoints({ merchant: { id } }: { merchant: Merchant }) {
  const { data, error, refetch } = useEndpoints(id);
  if (data === undefined) {
    if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
    return <Loading height={160} />;
  }
  return (
    <>
      {error === null ? null : <ProblemNote error={error} />}
      <CardSection title={texts.title} acts={<Acts merchant_id={id} endpoints={data.data} />}>
        <Text size="sm" c="dimmed">
          {texts.what}
        </Text>
        <Rows merchant_id={id} endpoints={data.data} />
      </CardSection>
    </>
  );
}

export function Screen(): ReactNode {
  return <MerchantFrame>{(merchant) => <Endpoints merchant={merchant} />}</MerchantFrame>;
}
