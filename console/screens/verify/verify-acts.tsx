// The decisions about a pay-in to verify, each with its key: confirm, reject, assign a line.
import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { PossibleLine, Trade, TradeWithTimeline } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { shownAmount } from '../../parts/amount/amount.ts';
import { useSession } from '../../session/session.tsx';
import { BANK_TEXTS } from '../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../texts/common.ts';
import { TRADE_ACT_TEXTS as trade_acts } from '../../texts/trade-words.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';
import { AssignAct } from '../trades/assign-act.tsx';
import { ConfirmAct } from '../trades/confirm-act.tsx';

type FailReason = keyof typeof texts.fail_reasons;
const FAIL_REASONS = Object.keys(texts.fail_reasons) as FailReason[];
const FIRST: FailReason = 'payment_not_found';

type ActProps = {
  readonly trade: Trade;
  readonly why_not: string | undefined;
  readonly onDone: () => void;
};

const pathOf = ({ merchant_id, id }: Trade) => ({ merchant_id, id });

/** What the service will credit, said before it does. */
function confirmWords({ received_amount_cents: received, amount_cents, amount_currency }: Trade) {
  return received === 0
    ? texts.confirm_what_asked(shownAmount(amount_cents, amount_currency))
    : texts.confirm_what_received(shownAmount(received, amount_currency));
}

function Fail({ trade, why_not, onDone }: ActProps) {
  const [reason, setReason] = useState(FIRST);
  return (
    <ActButton
      about={aboutTrade(trade)}
      {...trade_acts.fail}
      what={texts.fail_what}
      shortcut="f"
      is_dangerous
      why_not={why_not}
      onDone={onDone}
      onOpen={() => setReason(FIRST)}
      run={(note, idempotency_key) =>
        call('failTrade', {
          path: pathOf(trade),
          body: { note, reason, expected_sequence: trade.sequence },
          idempotency_key,
        })
      }
    >
      <NativeSelect
        label={texts.fail_reason}
        value={reason}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          setReason(FAIL_REASONS.find((one) => one === chosen) ?? FIRST);
        }}
        data={FAIL_REASONS.map((value) => ({ value, label: texts.fail_reasons[value] }))}
      />
    </ActButton>
  );
}

type Props = {
  readonly detail: TradeWithTimeline;
  readonly possible: readonly PossibleLine[];
  readonly target: PossibleLine | undefined;
  readonly onDone: () => void;
};

export function VerifyActs({ detail, possible, target, onDone }: Props) {
  const { trade, next_acts } = detail;
  const { can } = useSession();
  const whyNot = (act: 'confirm' | 'fail') => {
    if (!can('trades.decide')) return ERROR_TEXTS.forbidden;
    return next_acts.includes(act) ? undefined : texts.not_now;
  };
  const given = { trade, onDone };
  return (
    <Group gap="xs" role="group" aria-label={BANK_TEXTS.line.decide}>
      <ConfirmAct
        {...given}
        what={confirmWords(trade)}
        possible={possible}
        shortcut="c"
        why_not={whyNot('confirm')}
      />
      <AssignAct
        {...given}
        target={target}
        shortcut="a"
        is_quiet
        why_not={can('bank_lines.decide') ? undefined : ERROR_TEXTS.forbidden}
      />
      <Fail {...given} why_not={whyNot('fail')} />
    </Group>
  );
}
