// The currencies that new orders may have.
import { Badge, Group, Text, Textarea } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { listOf, noteOf } from '../../parts/act/form-fields.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { CODE_LENGTH, listText } from '../../parts/typed-bounds.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { currencies: texts, save } = SETTINGS_TEXTS;

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
            version={data.version}
            label={texts.change}
            of={texts.title}
            what={texts.what}
            submit={save}
            done={texts.changed}
            is_quiet
            asks_why
            run={(fields, idempotency_key, seen) => {
              const given = listOf(fields, 'currencies').map((code) => code.toUpperCase());
              const body = {
                currencies: given.length === 0 ? null : given,
                ...noteOf(fields),
                ...seen,
              };
              return call('putCurrencies', { body, idempotency_key });
            }}
          >
            <Textarea
              name="currencies"
              label={texts.field}
              description={texts.hint}
              {...listText(BOUNDS.putCurrencies.currencies, CODE_LENGTH)}
              autosize
              minRows={2}
              defaultValue={chosen}
              data-autofocus
            />
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
