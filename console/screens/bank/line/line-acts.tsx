// What can be decided about a bank line now, each act with its key. The service says which are
// possible, and why the others are not.
import { Group } from '@mantine/core';
import { call } from '../../../api/client.ts';
import type { BankLineDetail } from '../../../api/schema.gen.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';
import { AssignAct } from './assign-act.tsx';
import { CreditAct } from './credit-act.tsx';
import type { LineActProps } from './line-act.ts';
import { ReturnAct } from './return-act.tsx';
import { SplitAct } from './split-act.tsx';
import type { TradePlace } from './trade-place.ts';
import { UndoAct } from './undo-act.tsx';

const { acts } = BANK_TEXTS;

const SIMPLE = {
  fee: { operation: 'feeBankLine', shortcut: 'f' },
  own_transfer: { operation: 'ownTransferBankLine', shortcut: 'o' },
  keep: { operation: 'keepBankLine', shortcut: 'e' },
} as const;

function SimpleAct({ act, line, whyNot, onDone }: LineActProps & { act: keyof typeof SIMPLE }) {
  const { operation, shortcut } = SIMPLE[act];
  const path = { id: line.id };
  return (
    <ActButton
      about={aboutLine(line)}
      {...acts[act]}
      shortcut={shortcut}
      is_quiet
      why_not={whyNot(act)}
      onDone={onDone}
      run={(note, idempotency_key) =>
        call(operation, {
          path,
          body: { note, expected_decided_at: line.decided_at },
          idempotency_key,
        })
      }
    />
  );
}

type Props = {
  readonly detail: BankLineDetail;
  /** The trade that Assign begins with. */
  readonly target?: TradePlace | undefined;
  readonly onDone?: (() => void) | undefined;
};

export function LineActs({ detail, target, onDone = () => undefined }: Props) {
  const { can } = useSession();
  const { line, acts_now } = detail;
  const given: LineActProps = {
    line,
    onDone,
    whyNot: (act) => {
      if (!can('bank_lines.decide')) return ERROR_TEXTS.forbidden;
      return acts_now.find((one) => one.act === act)?.why_not ?? undefined;
    },
  };
  const is_open = given.whyNot('fee') === undefined;
  const is_decided = line.status !== 'suspense';
  return (
    <Group gap="xs" role="group" aria-label={BANK_TEXTS.line.decide}>
      {is_decided ? null : (
        <>
          <AssignAct {...given} target={target} key={`${line.id} ${target?.trade_id ?? ''}`} />
          <SplitAct {...given} />
          <SimpleAct {...given} act="fee" />
          <SimpleAct {...given} act="own_transfer" />
          <ReturnAct {...given} />
          <CreditAct {...given} merchant_id={target?.merchant_id} key={target?.merchant_id} />
          <SimpleAct {...given} act="keep" />
        </>
      )}
      {is_open ? null : <UndoAct {...given} />}
    </Group>
  );
}
