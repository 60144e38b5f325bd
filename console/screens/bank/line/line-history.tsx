// What people decided about a bank line, oldest first, and the parts of a line that was split.
import { Stack, Text, Timeline, Title } from '@mantine/core';
import type { BankLineDetail, LineAct } from '../../../api/schema.gen.ts';
import { Amount } from '../../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ActorName } from '../../../parts/names/actor-name.tsx';
import { lineReason } from '../../../parts/names/line-words.ts';
import { TradeLink } from '../../../parts/trade-link.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { LIST_TEXTS } from '../../../texts/en-lists.ts';
import { LineStatus } from './line-facts.tsx';

const { line: texts, acts } = BANK_TEXTS;

function titleOf({ act, to_status }: LineAct): string {
  return `${acts[act].label} → ${LIST_TEXTS.line_statuses[to_status]}`;
}

export function LineParts({ parts }: Pick<BankLineDetail, 'parts'>) {
  if (parts.length === 0) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.parts}
      </Title>
      {parts.map((part) => (
        <Text size="sm" key={part.id} component="div">
          <AnchorLink to="/bank/lines/$id" params={{ id: part.id }}>
            <Amount amount_cents={part.amount_cents} currency={part.currency} />
          </AnchorLink>{' '}
          <LineStatus status={part.status} /> {lineReason(part)}
        </Text>
      ))}
    </Stack>
  );
}

export function LineHistory({ acts: done }: Pick<BankLineDetail, 'acts'>) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.history}
      </Title>
      {done.length === 0 ? <Text c="dimmed">{texts.no_history}</Text> : null}
      <Timeline bulletSize={14} lineWidth={2} active={done.length}>
        {done.map((one) => (
          <Timeline.Item key={`${one.at} ${one.act}`} title={titleOf(one)}>
            <Text size="sm">“{one.note}”</Text>
            <Text size="xs" c="dimmed" component="div">
              <ActorName actor={one.actor} /> · <Moment at={one.at} />{' '}
              <TradeLink
                merchant_id={one.merchant_id}
                trade_id={one.trade_id}
                name={one.order_id}
              />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}
