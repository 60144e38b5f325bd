// What can be done with a trade now. The service's own list decides; this only asks for the reason.
import { Accordion, Group, List, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { TradeWithTimeline } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { useSession } from '../../session/session.tsx';
import { TRADE_ACT_TEXTS } from '../../texts/trade-words.ts';
import { TRADE_PAGE_TEXTS as texts } from '../../texts/trades/trades.ts';
import { OpenDisputeAct } from '../disputes/open-act.tsx';
import { ConfirmAct } from './confirm-act.tsx';
import { usePossibleLines } from './possible-money.tsx';
import { RefundAct } from './refund-act.tsx';

type Act = TradeWithTimeline['next_acts'][number];

/** Acts that need nothing but a reason, in the order of a working day, with their rights. */
const OPERATIONS = {
  take: { operation: 'takeTrade', right: 'payouts.pay' },
  release: { operation: 'releaseTrade', right: 'payouts.pay' },
  fail: { operation: 'failTrade', right: 'trades.decide' },
  cancel: { operation: 'cancelTrade', right: 'trades.decide' },
  reverse: { operation: 'reverseTrade', right: 'trades.reverse' },
} as const;

/** One at most is primary: what a trade of this state waits for. */
const PRIMARY = ['complete', 'confirm', 'take'] as const satisfies readonly Act[];
const isPrimary = (act: Act, next: readonly Act[]): boolean =>
  act === PRIMARY.find((one) => next.includes(one));

type PlainAct = keyof typeof OPERATIONS;
const PLAIN_ACTS = Object.keys(OPERATIONS) as PlainAct[];
const DANGEROUS: readonly PlainAct[] = ['fail', 'reverse'];

type Props = { readonly detail: TradeWithTimeline };

const pathOf = ({ trade }: TradeWithTimeline) => ({
  merchant_id: trade.merchant_id,
  id: trade.id,
});

function PlainActs({ detail }: Props) {
  const { can } = useSession();
  const { next_acts, trade } = detail;
  return PLAIN_ACTS.filter((act) => next_acts.includes(act)).map((act) => {
    const { label, what, done, reasons } = TRADE_ACT_TEXTS[act];
    const { operation, right } = OPERATIONS[act];
    return (
      <ActButton
        about={aboutTrade(detail.trade)}
        key={act}
        label={label}
        what={what}
        done={done}
        reasons={reasons}
        why_not={can(right) ? undefined : texts.no_right(right)}
        {...(DANGEROUS.includes(act) ? { is_dangerous: true as const } : {})}
        {...(isPrimary(act, next_acts) ? {} : { is_quiet: true as const })}
        run={(note, idempotency_key) =>
          call(operation, {
            path: pathOf(detail),
            body: { note, expected_sequence: trade.sequence },
            idempotency_key,
          })
        }
      />
    );
  });
}

function CompleteAct({ detail }: Props) {
  const { can } = useSession();
  const [utr, setUtr] = useState('');
  if (!detail.next_acts.includes('complete')) return null;
  const { label, what, done, reasons, utr: utr_label } = texts.complete;
  return (
    <ActButton
      about={aboutTrade(detail.trade)}
      label={label}
      what={what}
      done={done}
      reasons={reasons}
      is_ready={utr.trim() !== ''}
      why_not={can('payouts.pay') ? undefined : texts.no_right('payouts.pay')}
      onOpen={() => setUtr('')}
      run={(note, idempotency_key) =>
        call('completeTrade', {
          path: pathOf(detail),
          body: { note, utr: utr.trim(), expected_sequence: detail.trade.sequence },
          idempotency_key,
        })
      }
    >
      <TextInput
        label={utr_label}
        required
        {...BOUNDS.completeTrade.utr}
        value={utr}
        onChange={(event) => setUtr(event.currentTarget.value)}
      />
    </ActButton>
  );
}

/** The bank lines in suspense that may be for it are read beside it, if this person may. */
function Confirm({ detail }: Props) {
  const { can } = useSession();
  const { data, isLoading } = usePossibleLines(detail);
  // Whether a line looks like its money is known before anybody confirms it without one.
  if (isLoading) return null;
  const possible = data?.data ?? [];
  return (
    <ConfirmAct
      trade={detail.trade}
      what={TRADE_ACT_TEXTS.confirm.what}
      possible={possible}
      why_not={can('trades.decide') ? undefined : texts.no_right('trades.decide')}
      {...(possible.length === 0 ? {} : { is_quiet: true })}
    />
  );
}

function Dispute({ detail: { next_acts, trade } }: Props) {
  const { can } = useSession();
  if (!next_acts.includes('dispute')) return null;
  const why_not = can('disputes.write') ? undefined : texts.no_right('disputes.write');
  return <OpenDisputeAct trade={trade} why_not={why_not} />;
}

export function TradeActs({ detail }: Props) {
  return (
    <Group gap="xs">
      <CompleteAct detail={detail} />
      {detail.next_acts.includes('confirm') ? <Confirm detail={detail} /> : null}
      <RefundAct detail={detail} />
      <Dispute detail={detail} />
      <PlainActs detail={detail} />
    </Group>
  );
}

/** The service's own sentences. */
export function ClosedActs({ detail: { next_acts, closed_acts } }: Props) {
  if (closed_acts.length === 0) return null;
  return (
    <>
      {next_acts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.no_acts}
        </Text>
      ) : null}
      <Accordion variant="contained" my="md">
        <Accordion.Item value="closed">
          <Accordion.Control>{texts.closed}</Accordion.Control>
          <Accordion.Panel>
            <List size="sm">
              {closed_acts.map(({ act, why }) => (
                <List.Item key={act}>{why}</List.Item>
              ))}
            </List>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </>
  );
}
