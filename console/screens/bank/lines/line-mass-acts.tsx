// One decision about many bank lines: a frozen set, one request, a result for each line.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { BankLine, BankLineDecisions } from '../../../api/schema.gen.ts';
import { MassAct, type RowResult } from '../../../parts/mass/mass-act.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { placeOfTrade } from '../line/trade-place.ts';

const { mass, fields } = BANK_TEXTS;

const SIMPLE = ['fee', 'own_transfer', 'keep'] as const;

const nameOf = ({ utr, text, id }: BankLine): string => utr ?? text ?? id;

function resultsOf(lines: readonly BankLine[], { results }: BankLineDecisions): RowResult[] {
  const names = new Map(lines.map((line) => [line.id, nameOf(line)]));
  return results.map(({ bank_line_id, error, outcome }) => ({
    name: names.get(bank_line_id) ?? bank_line_id,
    refused: error?.detail ?? null,
    waits: outcome === 'waiting',
  }));
}

/** Several lines that pay one order. */
function AssignAll({ lines }: { lines: readonly BankLine[] }) {
  const [text, setText] = useState('');
  const place = placeOfTrade(text);
  return (
    <MassAct
      label={mass.assign}
      what={mass.what.assign}
      rows={lines}
      moneyOf={(line) => line}
      is_ready={place !== null}
      run={async (given, note, idempotency_key) => {
        if (place === null) throw new Error('No trade was named');
        const decisions = given.map((line) => ({
          ...versionOf(line),
          act: 'assign' as const,
          ...place,
        }));
        const answer = await call('decideBankLines', {
          body: { decisions, note },
          idempotency_key,
        });
        return resultsOf(given, answer);
      }}
    >
      <TextInput
        label={fields.trade}
        description={fields.trade_hint}
        error={text === '' || place !== null ? null : fields.trade_wrong}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        required
      />
    </MassAct>
  );
}

/** A line that somebody else decided meanwhile is refused, as with a single decision. */
const versionOf = ({ id, decided_at }: BankLine) => ({
  bank_line_id: id,
  expected_decided_at: decided_at,
});

export function LineMassActs({ lines }: { lines: readonly BankLine[] }) {
  return (
    <>
      {SIMPLE.map((act) => (
        <MassAct
          key={act}
          label={mass[act]}
          what={mass.what[act]}
          rows={lines}
          moneyOf={(line) => line}
          run={async (given, note, idempotency_key) => {
            const decisions = given.map((line) => ({ ...versionOf(line), act }));
            const body = { decisions, note };
            return resultsOf(given, await call('decideBankLines', { body, idempotency_key }));
          }}
        />
      ))}
      <AssignAll lines={lines} />
    </>
  );
}
