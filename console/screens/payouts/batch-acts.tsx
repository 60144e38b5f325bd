// What can be done with a batch: take more into a draft, put all back, export it once and for all.
import { Checkbox, Group, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { LayoutProblem, PayoutBatch } from '../../api/schema.gen.ts';
import { aboutBatch } from '../../parts/act/about.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { MassAct } from '../../parts/mass/mass-act.tsx';
import { useSession } from '../../session/session.tsx';
import { MASS_TEXTS } from '../../texts/parts.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';
import { type Choice, isChosen, layoutFields } from './layout-choice.tsx';
import { resultsOf } from './payout-columns.tsx';
import { namingRefused } from './payout-results.ts';

const { batch: texts, take } = PAYOUT_TEXTS;

function TakeMore({ batch }: { batch: PayoutBatch }) {
  const [count, setCount] = useState<number | string>(100);
  return (
    <ActButton
      about={aboutBatch(batch)}
      label={texts.more}
      what={texts.more_what}
      done={texts.more}
      reasons={take.reasons}
      is_quiet
      is_ready={typeof count === 'number'}
      run={async (note, idempotency_key) =>
        namingRefused(
          await call('takeIntoPayoutBatch', {
            path: { id: batch.id },
            body: { count: Number(count), note },
            idempotency_key,
          }),
        )
      }
    >
      <NumberInput
        label={texts.count}
        value={count}
        onChange={setCount}
        {...BOUNDS.takeIntoPayoutBatch.count}
        allowDecimal={false}
      />
    </ActButton>
  );
}

function PutBackAll({ batch }: { batch: PayoutBatch }) {
  return (
    <MassAct
      label={texts.release}
      what={texts.release_what}
      reasons={texts.release_reasons}
      rows={batch.payout_count === 0 ? [] : [batch]}
      moneyOf={({ total_cents: amount_cents, currency }) => ({ amount_cents, currency })}
      is_dangerous
      run={async (_given, note, idempotency_key) => {
        const path = { id: batch.id };
        return resultsOf(
          await call('releaseFromPayoutBatch', { path, body: { note }, idempotency_key }),
        );
      }}
    />
  );
}

type FileProps = {
  readonly choice: Choice;
  /** Undefined while they are being read. */
  readonly problems: readonly LayoutProblem[] | undefined;
  /** After the export, if whoever exported wants the file at once. */
  readonly save: () => void;
};

function whyNot(batch: PayoutBatch, { choice, problems }: FileProps): string | undefined {
  if (batch.payout_count === 0) return texts.empty;
  if (batch.rail !== 'files') return undefined;
  if (!isChosen(choice)) return texts.no_layout;
  return problems === undefined || problems.length === 0 ? undefined : texts.export_not;
}

function Export({ batch, file }: { batch: PayoutBatch; file: FileProps }) {
  const [day, setDay] = useState('');
  const [saves, setSaves] = useState(true);
  const is_file = batch.rail === 'files';
  const { payout_count, total_cents, currency } = batch;
  return (
    <ActButton
      about={aboutBatch(batch)}
      label={texts.export}
      what={
        <>
          {MASS_TEXTS.count(payout_count)} ·{' '}
          <Amount amount_cents={total_cents} currency={currency} />. {texts.export_what}
        </>
      }
      done={texts.export_done}
      reasons={texts.export_reasons}
      reason_is_optional
      why_not={whyNot(batch, file)}
      run={(note, idempotency_key) =>
        call('exportPayoutBatch', {
          path: { id: batch.id },
          body: {
            note: note === '' ? null : note,
            execution_on: day === '' ? null : day,
            ...(is_file ? layoutFields(file.choice) : {}),
          },
          idempotency_key,
        })
      }
      onDone={() => {
        if (is_file && saves) file.save();
      }}
    >
      <TextInput
        type="date"
        label={texts.execution}
        description={texts.execution_what}
        value={day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {is_file ? (
        <Checkbox
          label={texts.export_saves}
          description={texts.export_saves_what}
          checked={saves}
          onChange={(event) => setSaves(event.currentTarget.checked)}
        />
      ) : null}
    </ActButton>
  );
}

export function BatchActs({ batch, file }: { batch: PayoutBatch; file: FileProps }) {
  const { can } = useSession();
  if (batch.state !== 'draft') return null;
  return (
    <Group gap="xs">
      {can('payouts.pay') ? (
        <>
          <TakeMore batch={batch} />
          <PutBackAll batch={batch} />
        </>
      ) : null}
      {can('payout_files.open') ? <Export batch={batch} file={file} /> : null}
    </Group>
  );
}
