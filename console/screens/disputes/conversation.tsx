// What merchant, customer and operators wrote: who sees each message is said beside it and shown by
// its colour.
import { Badge, FileInput, Group, Paper, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { DisputeNote, DisputeWithTimeline } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { mayBeEmpty, typedChoice, typedText } from '../../parts/form/typed-fields.ts';
import { Moment } from '../../parts/moment.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { useSession } from '../../session/session.tsx';
import { DISPUTE_TEXTS as texts } from '../../texts/disputes.ts';
import { ERASURE_TEXTS } from '../../texts/trades/erasure.ts';
import { FileButton } from './file-button.tsx';

type Visibility = DisputeNote['visibility'];

const COLORS: Readonly<Record<Visibility, string>> = {
  shared: 'teal',
  merchant: 'indigo',
  internal: 'orange',
};

function Message({ of, message }: { of: DisputeWithTimeline['dispute']; message: DisputeNote }) {
  const { visibility, text, file, sent_at } = message;
  const author = { role: message.author, id: message.author_id, name: message.author_name };
  const color = `var(--mantine-color-${COLORS[visibility]}-filled)`;
  return (
    <Paper component="li" withBorder p="sm" style={{ borderInlineStart: `4px solid ${color}` }}>
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm" component="div">
          <ActorName actor={author} />
        </Text>
        <Badge variant="light" color={COLORS[visibility]} tt="none" style={{ maxWidth: '100%' }}>
          {texts.seen_by[visibility]}
        </Badge>
      </Group>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text ?? (message.erased === true ? ERASURE_TEXTS.erased : texts.unreadable)}
      </Text>
      {file === null ? null : (
        <FileButton path={{ merchant_id: of.merchant_id, id: of.id }} file={file} />
      )}
      <Text size="xs" c="dimmed">
        <Moment at={sent_at} />
      </Text>
    </Paper>
  );
}

const MESSAGE = requestForm('messageDispute', {
  text: typedText(),
  visibility: typedChoice(texts.seen_by),
});

/** The file may say it all. */
const WITH_FILE = requestForm('messageDispute', {
  text: mayBeEmpty(typedText()),
  visibility: typedChoice(texts.seen_by),
});

function Writing({ of, why_not }: { of: DisputeWithTimeline['dispute']; why_not?: string }) {
  const { me } = useSession();
  const [file, setFile] = useState<File | null>(null);
  const path = { merchant_id: of.merchant_id, id: of.id };
  const choices: readonly Visibility[] =
    me.merchant_id === null ? ['shared', 'merchant', 'internal'] : ['shared', 'merchant'];
  return (
    <FormAct
      about={null}
      label={texts.write}
      is_quiet
      what={texts.write_what}
      done={texts.sent}
      why_not={why_not}
      form={file === null ? MESSAGE : WITH_FILE}
      values={{ visibility: 'shared' }}
      run={async (body, idempotency_key) => {
        const dispute =
          file === null
            ? await call('messageDispute', { path, body, idempotency_key })
            : await call('sendDisputeFile', { path, query: body, body: file });
        setFile(null);
        return dispute;
      }}
    >
      {({ field }) => (
        <>
          <Radio.Group label={texts.visibility} {...field('visibility')}>
            <Stack gap="xs" mt="xs">
              {choices.map((one) => (
                <Radio key={one} value={one} label={texts.seen_by[one]} color={COLORS[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea label={texts.text} {...field('text')} autosize minRows={3} />
          <FileInput
            label={texts.file}
            accept="image/jpeg,image/png,image/webp"
            value={file}
            onChange={setFile}
            clearable
          />
        </>
      )}
    </FormAct>
  );
}

export function Conversation({ detail }: { detail: DisputeWithTimeline }) {
  const { can } = useSession();
  const { dispute, messages } = detail;
  const why_not = dispute.state === 'closed' ? { why_not: texts.why_not.closed } : {};
  return (
    <CardSection
      title={texts.conversation}
      acts={can('disputes.write') ? <Writing of={dispute} {...why_not} /> : null}
    >
      {messages.length === 0 ? <Text c="dimmed">{texts.no_messages}</Text> : null}
      <Stack component="ol" gap="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {messages.map((message) => (
          <Message key={message.number} of={dispute} message={message} />
        ))}
      </Stack>
    </CardSection>
  );
}
