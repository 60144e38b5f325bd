// Confirms a pay-in by hand. If a bank line in suspense looks like its money, the dialog says so
// first: to credit without the line is possible only by saying that it is other money.
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import type { PossibleLine, Trade } from '../../api/schema.gen.ts';
import { aboutTrade } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import { possibleReason } from '../../parts/names/line-words.ts';
import { TRADE_ACT_TEXTS as trade_acts } from '../../texts/trade-words.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';

type LikelyProps = {
  readonly one: PossibleLine;
  readonly is_other: boolean;
  readonly change: (is_other: boolean) => void;
};

function LikelyLine({ one, is_other, change }: LikelyProps) {
  const { line } = one;
  return (
    <Alert color="orange" title={texts.likely.title}>
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <AnchorLink to="/bank/lines/$id" params={{ id: line.id }}>
            <Amount amount_cents={line.amount_cents} currency={line.currency} />
          </AnchorLink>{' '}
          {[line.counterparty_name, line.text, line.utr].filter(Boolean).join(' · ')}
        </Text>
        <Text size="sm">
          {texts.likely.why} {possibleReason(one)}. {texts.likely.what}
        </Text>
        <Checkbox
          label={texts.likely.other}
          checked={is_other}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}

type Props = {
  readonly trade: Trade;
  readonly what: ReactNode;
  /** The bank lines in suspense that may be for it, likeliest first, as far as they are known. */
  readonly possible: readonly PossibleLine[];
  readonly why_not: string | undefined;
  /** Beside an act that comes first. */
  readonly is_quiet?: true;
  readonly shortcut?: string;
  readonly onDone?: () => void;
};

export function ConfirmAct({ trade, what, possible, why_not, is_quiet, shortcut, onDone }: Props) {
  const [is_other, setOther] = useState(false);
  const { merchant_id, id, sequence } = trade;
  const likely = possible.find(({ looks_like_it }) => looks_like_it);
  return (
    <ActButton
      about={{ ...aboutTrade(trade), target: likely?.line.id ?? '' }}
      {...trade_acts.confirm}
      {...(likely === undefined ? {} : { reasons: texts.likely.reasons })}
      what={what}
      why_not={why_not}
      {...(is_quiet === true ? { is_quiet } : {})}
      {...(shortcut === undefined ? {} : { shortcut })}
      {...(onDone === undefined ? {} : { onDone })}
      onOpen={() => setOther(false)}
      is_ready={likely === undefined || is_other}
      run={(note, idempotency_key) =>
        call('confirmTrade', {
          path: { merchant_id, id },
          body: {
            note,
            expected_sequence: sequence,
            ...(likely === undefined ? {} : { despite_line: likely.line.id }),
          },
          idempotency_key,
        })
      }
    >
      {likely === undefined ? null : (
        <LikelyLine one={likely} is_other={is_other} change={setOther} />
      )}
    </ActButton>
  );
}
