// Assigns a bank line in suspense to a pay-in: its money is this line.
import { call } from '../../api/client.ts';
import type { PossibleLine, Trade } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { shownAmount } from '../../parts/amount/amount.ts';
import { possibleReason } from '../../parts/names/line-words.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';

type Props = {
  readonly trade: Trade;
  readonly target: PossibleLine | undefined;
  readonly why_not: string | undefined;
  readonly is_quiet?: true;
  readonly shortcut?: string;
  readonly onDone?: () => void;
};

export function AssignAct({ trade, target, why_not, is_quiet, shortcut, onDone }: Props) {
  const { merchant_id, id: trade_id } = trade;
  const line = target?.line;
  return (
    <ActButton
      about={{ ...aboutTrade(trade), target: line?.id ?? '' }}
      label={texts.assign}
      what={
        <>
          {line === undefined
            ? null
            : `${shownAmount(line.amount_cents, line.currency)} · ${target === undefined ? '' : possibleReason(target)}. `}
          {texts.assign_what}
        </>
      }
      done={texts.assign_done}
      reasons={texts.assign_reasons}
      why_not={why_not ?? (line === undefined ? texts.assign_none : undefined)}
      {...(is_quiet === true ? { is_quiet } : {})}
      {...(shortcut === undefined ? {} : { shortcut })}
      {...(onDone === undefined ? {} : { onDone })}
      run={(note, idempotency_key) =>
        call('assignBankLine', {
          path: { id: line?.id ?? '' },
          body: { merchant_id, trade_id, note, expected_decided_at: line?.decided_at ?? null },
          idempotency_key,
        })
      }
    />
  );
}
