// Who receives alerts, and whether their last notice arrived.
import { Badge, Group, Table, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { ListedRecipient } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { merchantShown } from '../../parts/merchant/merchant-shown.ts';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { HOME_TEXTS } from '../../texts/home.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { AddRecipient, RecipientActs } from './recipient-acts.tsx';

const { recipients: texts } = SETTINGS_TEXTS;

function LastDelivery({ recipient }: { recipient: ListedRecipient }) {
  const { failing_since, last_delivered_at, last_problem, waiting_notices } = recipient;
  return (
    <>
      {failing_since === null ? null : (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.failing} <Moment at={failing_since} />
          {last_problem === null ? null : `: ${last_problem}`}
        </Text>
      )}
      {failing_since === null && last_delivered_at === null ? texts.never : null}
      <Moment at={last_delivered_at} />
      {waiting_notices === 0 ? null : (
        <Text size="xs" c="dimmed">
          {texts.waiting(waiting_notices)}
        </Text>
      )}
    </>
  );
}

function Row({ recipient, may_change }: { recipient: ListedRecipient; may_change: boolean }) {
  const { name, merchant_id, channel, address, min_severity, kinds, enabled } = recipient;
  return (
    <Table.Tr>
      <Table.Td>
        {name}{' '}
        {enabled ? null : (
          <Badge color="gray" variant="light">
            {texts.off}
          </Badge>
        )}
        {merchant_id === null ? null : (
          <Text size="xs" c="dimmed">
            {merchantShown(recipient)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {texts.channels[channel]}
        <Text size="xs" c="dimmed">
          {address ?? texts.unreadable}
        </Text>
      </Table.Td>
      <Table.Td>
        {merchant_id === null ? texts.severity_of[min_severity] : texts.own_endpoints}
        {kinds.length === 0 ? null : (
          <Text size="xs" c="dimmed">
            {kinds.map((kind) => HOME_TEXTS.kinds[kind]).join(', ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <LastDelivery recipient={recipient} />
      </Table.Td>
      <Table.Td>
        {may_change ? (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <RecipientActs recipient={recipient} />
          </Group>
        ) : null}
      </Table.Td>
    </Table.Tr>
  );
}

export function Recipients({ may_change }: { may_change: boolean }) {
  const { data, error, refetch } = useRead(readOf('listAlertRecipients', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const rows = data?.data ?? [];
  return (
    <CardSection title={texts.title} acts={may_change ? <AddRecipient /> : null}>
      {rows.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <Table.ScrollContainer minWidth={760}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {[texts.name, texts.channel, texts.severity, texts.last].map((label) => (
                  <Table.Th key={label}>{label}</Table.Th>
                ))}
                <Table.Td />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((recipient) => (
                <Row key={recipient.id} recipient={recipient} may_change={may_change} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </CardSection>
  );
}
