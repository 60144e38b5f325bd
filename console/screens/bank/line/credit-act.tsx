// Credits a bank line to a merchant's balance, without an order.
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { MerchantPicker } from '../../../parts/merchant/merchant-picker.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import type { LineActProps } from './line-act.ts';

const { acts } = BANK_TEXTS;

type Props = LineActProps & { readonly merchant_id?: string | undefined };

export function CreditAct({ line, merchant_id, whyNot, onDone }: Props) {
  const [merchant, setMerchant] = useState<string | null>(merchant_id ?? null);
  return (
    <ActButton
      about={aboutLine(line)}
      {...acts.credit}
      shortcut="c"
      is_quiet
      why_not={whyNot('credit')}
      onDone={onDone}
      onOpen={() => setMerchant(merchant_id ?? null)}
      is_ready={merchant !== null}
      run={(note, idempotency_key) =>
        call('creditBankLine', {
          path: { id: line.id },
          body: { merchant_id: merchant ?? '', note, expected_decided_at: line.decided_at },
          idempotency_key,
        })
      }
    >
      <MerchantPicker value={merchant} change={setMerchant} is_required />
    </ActButton>
  );
}
