// What is said of a copy of the database, with the act that adopts it.
import { Alert, Group, Text } from '@mantine/core';
import { call } from '../../api/client.ts';
import { useSession } from '../../session/session.tsx';
import { COPY_TEXTS as texts } from '../../texts/copy.ts';
import { ActButton } from '../act/act-button.tsx';

function Adopt() {
  return (
    <ActButton
      about={null}
      label={texts.adopt}
      what={texts.what}
      done={texts.done}
      reasons={texts.reasons}
      is_dangerous
      is_quiet
      run={(reason, idempotency_key) => call('adoptCopy', { body: { reason }, idempotency_key })}
    />
  );
}

/** `copy`: of what, in the service's words. */
export function CopyAlert({ copy }: { copy: string }) {
  const { can } = useSession();
  const may_adopt = can('copies.adopt');
  return (
    <Alert role="note" color="orange" py="xs" mb="md" title={texts.title}>
      <Text size="sm">{copy}</Text>
      <Text size="sm">{texts.rests}</Text>
      <Group gap="xs" mt={4}>
        <Text size="sm">{may_adopt ? texts.yours : texts.owners}</Text>
        {may_adopt ? <Adopt /> : null}
      </Group>
    </Alert>
  );
}
