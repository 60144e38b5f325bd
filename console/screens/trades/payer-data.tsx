// Whether the data of a trade's payer were erased, and for owners the act: what there is to erase,
// and what stands against it.
import { Stack, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { ErasedCounts, Erasure, Trade } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Facts } from '../../parts/facts.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { nullIfEmpty, typedText } from '../../parts/form/typed-fields.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { ERASURE_TEXTS as texts } from '../../texts/trades/erasure.ts';

const FIELDS = { reason: typedText(), early_reason: nullIfEmpty(typedText()) };
const FORM = requestForm('erasePayer', FIELDS);

type Props = { readonly trade: Trade };

const KINDS = Object.keys(texts.counts) as (keyof ErasedCounts)[];

/** Only what there is. */
const countsOf = ({ erases }: Erasure) =>
  KINDS.filter((kind) => erases[kind] > 0).map(
    (kind) => [texts.counts[kind], erases[kind].toLocaleString()] as const,
  );

function Act({ trade, erasure }: Props & { readonly erasure: Erasure }) {
  const { obstacle } = erasure;
  const is_early = obstacle?.reason === 'kept_by_law';
  const why_not = obstacle === null || is_early ? undefined : texts.obstacles[obstacle.reason];
  return (
    <FormAct
      about={null}
      label={texts.erase}
      of={texts.of}
      what={texts.what}
      done={texts.done}
      is_dangerous
      is_small
      why_not={why_not}
      form={FORM}
      run={(sent, idempotency_key) =>
        call('erasePayer', {
          path: { merchant_id: trade.merchant_id, id: trade.id },
          body: sent,
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <>
          <TextInput label={texts.reason} description={texts.reason_hint} {...field('reason')} />
          {is_early ? <TextInput label={texts.early_reason} {...field('early_reason')} /> : null}
        </>
      )}
    </FormAct>
  );
}

function Standing({ erasure }: { readonly erasure: Erasure }) {
  const { state, obstacle, erased_at } = erasure;
  const counts = countsOf(erasure);
  if (state === 'waiting') return <Text size="sm">{texts.waiting}</Text>;
  return (
    <Stack gap="xs">
      {obstacle === null ? null : (
        <Text size="sm">
          {texts.obstacles[obstacle.reason]}
          {obstacle.until === null ? null : (
            <>
              {' '}
              {texts.until} <Moment at={obstacle.until} />
            </>
          )}
        </Text>
      )}
      {counts.length === 0 ? <Text size="sm">{texts.nothing}</Text> : <Facts facts={counts} />}
      {erased_at === null ? null : (
        <Text size="sm">
          {texts.at} <Moment at={erased_at} />
        </Text>
      )}
    </Stack>
  );
}

function ForOwners({ trade }: Props) {
  const path = { merchant_id: trade.merchant_id, id: trade.id };
  const { data, error } = useRead(readOf('showErasure', { path }));
  if (data === undefined) return error === null ? null : <ProblemNote error={error} />;
  const may_act = data.state !== 'waiting' && countsOf(data).length > 0;
  return (
    <CardSection title={texts.title} acts={may_act ? <Act trade={trade} erasure={data} /> : null}>
      <Standing erasure={data} />
      {trade.erased === true ? null : (
        <AnchorLink
          to="/trades/customer"
          search={{ merchant_id: trade.merchant_id, client_id: trade.client_id }}
          size="sm"
        >
          {texts.customer.all}
        </AnchorLink>
      )}
    </CardSection>
  );
}

export function PayerData({ trade }: Props) {
  const { can } = useSession();
  // While the state can change there is nothing to decide.
  return trade.final_at !== null && can('payers.erase') ? <ForOwners trade={trade} /> : null;
}
