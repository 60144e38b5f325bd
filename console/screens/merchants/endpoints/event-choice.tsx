// Chooses the events that an endpoint takes: all, or single types and whole topics.
import { Checkbox, Code, Fieldset, Group, Radio, SimpleGrid, Stack } from '@mantine/core';
import { ALL_PATTERNS } from '../../../parts/callback/endpoint-name.ts';
import type { FieldPlace } from '../../../parts/form/form-inputs.ts';
import type { FieldRead, TypedField } from '../../../parts/form/typed-fields.ts';
import { EVENT_NAMES, type EventPattern } from '../../../texts/callback-words.ts';
import { ENDPOINT_TEXTS as texts } from '../../../texts/endpoints.ts';

export type EventChoice = { readonly takes_all: boolean; readonly types: readonly EventPattern[] };

const isChosen = ({ takes_all, types }: EventChoice): boolean => takes_all || types.length > 0;

/** An empty list says all. */
export const typedEvents = (): TypedField<EventChoice, readonly EventPattern[]> => ({
  empty: { takes_all: true, types: [] },
  attributes: () => ({ required: false }),
  read: (choice, path): FieldRead<readonly EventPattern[]> =>
    isChosen(choice)
      ? { sent: choice.takes_all ? [] : choice.types }
      : { wrong: { [path]: texts.events_none } },
});

type Topic = keyof typeof texts.topics;
const TOPICS: readonly Topic[] = ['deposit', 'withdrawal', 'dispute'];

type Props = { readonly value: EventChoice; readonly change: (value: EventChoice) => void };

/** The whole topic makes its single types needless, so they go with it. */
function toggled(types: readonly EventPattern[], pattern: EventPattern): readonly EventPattern[] {
  if (types.includes(pattern)) return types.filter((one) => one !== pattern);
  const [topic] = pattern.split('.');
  const kept = pattern.endsWith('.*') ? types.filter((one) => !one.startsWith(`${topic}.`)) : types;
  return ALL_PATTERNS.filter((one) => one === pattern || kept.includes(one));
}

function TopicFields({ topic, value, change }: Props & { topic: Topic }) {
  const { types } = value;
  const of_topic = ALL_PATTERNS.filter((one) => one.startsWith(`${topic}.`));
  const whole = of_topic.find((one) => one.endsWith('.*'));
  const has_whole = whole !== undefined && types.includes(whole);
  return (
    <Fieldset legend={texts.topics[topic]}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing={6}>
        {of_topic.map((pattern) => (
          <Checkbox
            key={pattern}
            label={
              <Group gap={6} component="span">
                {EVENT_NAMES[pattern]}
                <Code>{pattern}</Code>
              </Group>
            }
            checked={has_whole || types.includes(pattern)}
            disabled={has_whole && pattern !== whole}
            onChange={() => change({ ...value, types: toggled(types, pattern) })}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}

type EventsProps = FieldPlace & {
  readonly value: EventChoice;
  readonly onChange: (value: EventChoice) => void;
};

export function EventFields({ value, onChange: change, ...place }: EventsProps) {
  return (
    <Stack gap="xs">
      <Radio.Group
        {...place}
        label={texts.events}
        value={value.takes_all ? 'all' : 'some'}
        onChange={(chosen) => change({ ...value, takes_all: chosen === 'all' })}
      >
        <Stack gap={6} mt={4}>
          <Radio value="all" label={texts.events_all} />
          <Radio value="some" label={texts.events_some} />
        </Stack>
      </Radio.Group>
      {value.takes_all
        ? null
        : TOPICS.map((topic) => (
            <TopicFields key={topic} topic={topic} value={value} change={change} />
          ))}
    </Stack>
  );
}
