// What a person says about a line that waits: it is stored lines, or a movement of its own.
import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import type { BankLine, WaitingLine } from '../../../api/schema.gen.ts';
import { aboutWaiting } from '../../../parts/act/about.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { shownAmount } from '../../../parts/amount/amount.ts';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';

const { waiting: texts } = BANK_TEXTS;

type Props = { readonly line: WaitingLine; readonly why_not: string | undefined };

const nameOf = (stored: BankLine, number: number): string =>
  [
    texts.stored_line(number),
    shownAmount(stored.amount_cents, stored.currency),
    stored.booked_at.slice(0, 10),
    stored.counterparty_name ?? stored.utr ?? stored.text ?? '',
  ]
    .filter((part) => part !== '')
    .join(' · ');

/** The only one is chosen already. */
const firstChoice = ({ stored_lines }: WaitingLine): readonly string[] =>
  stored_lines.length === 1 ? stored_lines.map(({ id }) => id) : [];

function SameAct({ line, why_not }: Props) {
  const [chosen, choose] = useState(firstChoice(line));
  const [further, setFurther] = useState('');
  const typed = further.split(/[\s,]+/).filter((id) => id !== '');
  const bank_line_ids = [...new Set([...chosen, ...typed])];
  return (
    <ActButton
      about={aboutWaiting(line)}
      {...texts.same}
      shortcut="s"
      size="lg"
      why_not={why_not}
      is_ready={bank_line_ids.length > 0 || line.stored_lines.length === 0}
      onOpen={() => {
        choose(firstChoice(line));
        setFurther('');
      }}
      run={(note) =>
        call('decideSameLine', { path: { id: line.id }, body: { bank_line_ids, note } })
      }
    >
      <Stack gap="xs">
        <Checkbox.Group label={texts.which} value={[...chosen]} onChange={choose}>
          <Stack gap={6} mt={6}>
            {line.stored_lines.map((stored, index) => (
              <Checkbox key={stored.id} value={stored.id} label={nameOf(stored, index + 1)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label={texts.further}
          description={texts.further_hint}
          value={further}
          onChange={(event) => setFurther(event.currentTarget.value)}
        />
      </Stack>
    </ActButton>
  );
}

function OtherAct({ line, why_not }: Props) {
  return (
    <ActButton
      about={aboutWaiting(line)}
      {...texts.other}
      shortcut="o"
      is_quiet
      why_not={line.damaged ? BANK_TEXTS.line.damaged : why_not}
      run={(note) => call('decideOtherLine', { path: { id: line.id }, body: { note } })}
    />
  );
}

/** Nothing once it is decided. */
export function WaitingActs({ line }: { line: WaitingLine }) {
  const { can } = useSession();
  if (line.decision !== null) return null;
  const why_not = can('bank_lines.decide') ? undefined : ERROR_TEXTS.forbidden;
  return (
    <Group gap="xs" role="group" aria-label={BANK_TEXTS.line.decide}>
      <SameAct line={line} why_not={why_not} />
      <OtherAct line={line} why_not={why_not} />
    </Group>
  );
}
