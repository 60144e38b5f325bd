// Undoes the decision about a bank line. If a credit depends on the line, the person says what
// happens to it.
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import type { LineActProps } from './line-act.ts';

const { acts, fields } = BANK_TEXTS;

type How = keyof typeof fields.hows;
const HOWS = Object.keys(fields.hows) as How[];

export function UndoAct({ line, whyNot, onDone }: LineActProps) {
  const [how, setHow] = useState<How>('plain');
  // Only a trade can have a credit that depends on the line.
  const has_trade = line.trade_id !== null || line.status === 'split';
  return (
    <ActButton
      about={aboutLine(line)}
      {...acts.undo}
      shortcut="u"
      is_dangerous
      why_not={whyNot('undo')}
      onDone={onDone}
      onOpen={() => setHow('plain')}
      run={(note, idempotency_key) =>
        call('undoBankLine', {
          path: { id: line.id },
          body: {
            note,
            expected_decided_at: line.decided_at,
            ...(how === 'plain' ? {} : { [how]: true }),
          },
          idempotency_key,
        })
      }
    >
      {has_trade ? (
        <Radio.Group
          label={fields.how}
          value={how}
          onChange={(value) => setHow(HOWS.find((one) => one === value) ?? 'plain')}
        >
          <Stack gap={6} mt={6}>
            {HOWS.map((one) => (
              <Radio key={one} value={one} label={fields.hows[one]} />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
    </ActButton>
  );
}
