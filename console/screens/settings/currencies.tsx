// The currencies that new orders may have.
import { Badge, Group, Text, Textarea } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { nullIfEmpty, typedList, typedWhy } from '../../parts/form/typed-fields.ts';
import { ProblemNote } from '../../parts/problem.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { currencies: texts, save } = SETTINGS_TEXTS;

const FORM = requestForm('putCurrencies', {
  currencies: nullIfEmpty(typedList((code) => code.toUpperCase())),
  note: typedWhy(),
});

export function Currencies({ may_change }: { may_change: boolean }) {
  const { data, error, refetch } = useRead(readOf('getCurrencies', {}));
  if (error !== null) return <ProblemNote error={error} retry={() => void refetch()} />;
  const codes = data?.currencies ?? [];
  const chosen = data === undefined || data.is_default ? '' : codes.join(' ');
  return (
    <CardSection
      title={texts.title}
      acts={
        may_change && data !== undefined ? (
          <FormAct
            about={null}
            label={texts.change}
            of={texts.title}
            what={texts.what}
            submit={save}
            done={texts.changed}
            is_quiet
            form={FORM}
            setting={{
              version: data.version,
              values: { currencies: chosen },
              shown: ({ currencies }) => [[texts.field, currencies]],
            }}
            run={(sent, idempotency_key, seen) =>
              call('putCurrencies', { body: { ...sent, ...seen }, idempotency_key })
            }
          >
            {({ field }) => (
              <>
                <Textarea
                  label={texts.field}
                  description={texts.hint}
                  {...field('currencies')}
                  autosize
                  minRows={2}
                  data-autofocus
                />
                <WhyField {...field('note')} />
              </>
            )}
          </FormAct>
        ) : null
      }
    >
      <Text size="sm">
        {texts.what} {data?.is_default === true ? texts.is_default : null}
      </Text>
      <Group gap={6}>
        {codes.map((code) => (
          <Badge key={code} variant="default">
            {code}
          </Badge>
        ))}
      </Group>
    </CardSection>
  );
}
