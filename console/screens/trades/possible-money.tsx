// Bank lines in suspense that may be a pay-in's money, on its page: to assign one is the first act
// of a page that has one.
import { Group, Text } from '@mantine/core';
import { readOf } from '../../api/keys.ts';
import type { PossibleLine, Trade, TradeWithTimeline } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { possibleReason } from '../../parts/names/line-words.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { TRADE_PAGE_TEXTS as texts } from '../../texts/trades/trades.ts';
import { AssignAct } from './assign-act.tsx';

/** Read only for a pay-in that a person may still confirm. */
export function usePossibleLines({ trade, next_acts }: TradeWithTimeline) {
  const { can } = useSession();
  const { merchant_id, id } = trade;
  const path = { merchant_id, id };
  return useRead({
    ...readOf('listPossibleLines', { path }),
    enabled: next_acts.includes('confirm') && can('bank.read'),
  });
}

function Line({ one, trade, is_first }: { one: PossibleLine; trade: Trade; is_first: boolean }) {
  const { can } = useSession();
  const { line } = one;
  return (
    <Group justify="space-between" align="start" role="group" aria-label={line.text ?? line.id}>
      <div style={{ minWidth: 0, flex: '1 1 240px', overflowWrap: 'anywhere' }}>
        <AnchorLink to="/bank/lines/$id" params={{ id: line.id }} fw={600}>
          <Amount amount_cents={line.amount_cents} currency={line.currency} />
        </AnchorLink>{' '}
        <Moment at={line.booked_at} />
        <Text size="sm">
          {[line.counterparty_name, line.text, line.utr].filter(Boolean).join(' · ')}
        </Text>
        <Text size="xs" c="dimmed">
          {possibleReason(one)}
        </Text>
      </div>
      <AssignAct
        trade={trade}
        target={one}
        why_not={can('bank_lines.decide') ? undefined : texts.no_right('bank_lines.decide')}
        {...(is_first ? { shortcut: 'a' } : { is_quiet: true })}
      />
    </Group>
  );
}

export function PossibleMoney({ detail }: { detail: TradeWithTimeline }) {
  const { data, error } = usePossibleLines(detail);
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined || data.data.length === 0) return null;
  return (
    <CardSection title={texts.possible}>
      {data.data.map((one, index) => (
        <Line key={one.line.id} one={one} trade={detail.trade} is_first={index === 0} />
      ))}
    </CardSection>
  );
}
