// One transfer for several orders: splits the line into what each picked pay-in waits for, and
// assigns each part to its pay-in.
import { call, NotDone } from '../../../api/client.ts';
import type { BankLine, PossiblePayin } from '../../../api/schema.gen.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { partsFor, waitsFor } from './line-money.ts';

const { line: texts } = BANK_TEXTS;

type Decision = {
  readonly bank_line_id: string;
  readonly act: 'assign';
  readonly merchant_id: string;
  readonly trade_id: string;
  readonly expected_decided_at: string | null;
};

/** Each pay-in gets a part of its amount; parts that the rules matched already are left alone. */
function decisionsFor(
  parts: readonly BankLine[],
  picked: readonly PossiblePayin[],
): readonly Decision[] {
  const free = parts.filter(({ status }) => status === 'suspense');
  return picked.flatMap((payin) => {
    const at = free.findIndex(({ amount_cents }) => amount_cents === waitsFor(payin));
    const [part] = at < 0 ? [] : free.splice(at, 1);
    const { merchant_id, trade_id } = payin;
    return part === undefined
      ? []
      : [
          {
            bank_line_id: part.id,
            act: 'assign' as const,
            merchant_id,
            trade_id,
            expected_decided_at: part.decided_at,
          },
        ];
  });
}

type Props = {
  readonly line: BankLine;
  readonly picked: readonly PossiblePayin[];
  readonly onDone: () => void;
};

export function SplitForAct({ line, picked, onDone }: Props) {
  const parts = partsFor(line.amount_cents, picked);
  const is_possible = parts !== null && parts.length > 1;
  return (
    <ActButton
      about={aboutLine(line)}
      label={texts.split_for}
      what={texts.split_for_what}
      done={texts.split_for_done}
      reasons={texts.split_for_reasons}
      why_not={is_possible ? undefined : texts.split_for_why_not}
      onDone={onDone}
      run={async (note, idempotency_key) => {
        if (parts === null) throw new Error('The pay-ins ask for more than the line');
        const path = { id: line.id };
        const split = await call('splitBankLine', {
          path,
          body: { parts, note, expected_decided_at: line.decided_at },
          idempotency_key,
        });
        const decisions = decisionsFor(split.parts, picked);
        if (decisions.length === 0) return split;
        const answer = await call('decideBankLines', {
          body: { decisions, note },
          idempotency_key,
        });
        const refused = answer.results.flatMap(({ error }) => error?.detail ?? []);
        if (refused.length > 0) throw new NotDone(texts.split_for_partly(refused.join(' ')));
        return answer;
      }}
    />
  );
}
