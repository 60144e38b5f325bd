// Returns the money of a bank line to its sender, by a pay-out.
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../../api/bounds.gen.ts';
import { call } from '../../../api/client.ts';
import { aboutLine } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import type { LineActProps } from './line-act.ts';

const { acts, fields } = BANK_TEXTS;
const NONE = { number: '', name: '' };

export function ReturnAct({ line, whyNot, onDone }: LineActProps) {
  const [payee, setPayee] = useState(NONE);
  const { number, name } = payee;
  return (
    <ActButton
      about={aboutLine(line)}
      {...acts.return}
      shortcut="r"
      is_quiet
      why_not={whyNot('return')}
      onDone={onDone}
      onOpen={() => setPayee(NONE)}
      run={(note, idempotency_key) =>
        call('returnBankLine', {
          path: { id: line.id },
          body: {
            note,
            expected_decided_at: line.decided_at,
            ...(number === '' ? {} : { number }),
            ...(name === '' ? {} : { name }),
          },
          idempotency_key,
        })
      }
    >
      <Stack gap="xs">
        <TextInput
          label={fields.number}
          description={fields.number_hint}
          placeholder={line.counterparty_number ?? ''}
          autoComplete="off"
          {...BOUNDS.returnBankLine.number}
          value={number}
          onChange={(event) => setPayee({ ...payee, number: event.currentTarget.value.trim() })}
        />
        <TextInput
          label={fields.name}
          placeholder={line.counterparty_name ?? ''}
          autoComplete="off"
          {...BOUNDS.returnBankLine.name}
          value={name}
          onChange={(event) => setPayee({ ...payee, name: event.currentTarget.value })}
        />
      </Stack>
    </ActButton>
  );
}
