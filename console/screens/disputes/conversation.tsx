// What merchant, customer and operators wrote: who sees each message is said beside it and shown by
// its colour.
import { Badge, FileInput, Group, Paper, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { DisputeNote, DisputeWithTimeline } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textOf } from '../../parts/act/form-fields.ts';
import { CardSection } from '../../parts/card-section.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ActorName } from '../../parts/names/actor-name.tsx';
import { useSession } from '../../session/session.tsx';
import { DISPUTE_TEXTS as texts } from '../../texts/disputes.ts';
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
        {text ?? texts.unreadable}
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

function Writing({ of, why_not }: { of: DisputeWithTimeline['dispute']; why_not?: string }) {
  const { me } = useSession();
  const [visibility, setVisibility] = useState<Visibility>('shared');
  const [text, setText] = useState('');
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
      is_ready={file !== null || text.trim() !== ''}
      onOpen={() => {
        setText('');
        setFile(null);
        setVisibility('shared');
      }}
      run={(fields, idempotency_key) =>
        file === null
          ? call('messageDispute', {
              path,
              body: { text: textOf(fields, 'text'), visibility },
              idempotency_key,
            })
          : call('sendDisputeFile', { path, query: { text: text.trim(), visibility }, body: file })
      }
    >
      <Radio.Group
        label={texts.visibility}
        value={visibility}
        onChange={(value) => setVisibility(choices.find((one) => one === value) ?? 'shared')}
      >
        <Stack gap="xs" mt="xs">
          {choices.map((one) => (
            <Radio key={one} value={one} label={texts.seen_by[one]} color={COLORS[one]} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        name="text"
        label={texts.text}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        {...BOUNDS.messageDispute.text}
        autosize
        minRows={3}
      />
      <FileInput
        label={texts.file}
        accept="image/jpeg,image/png,image/webp"
        value={file}
        onChange={setFile}
        clearable
      />
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
