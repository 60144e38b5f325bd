// What is said of a copy of the database, with the act that adopts it. On a phone it is short,
// and says the rest when it is asked.
import { Alert, Box, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
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
  const [is_open, rest] = useDisclosure(false);
  return (
    <Alert role="note" color="orange" py={6} mb="md">
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={600}>
          {texts.title}
        </Text>
        <Button
          hiddenFrom="sm"
          flex="none"
          size="compact-xs"
          variant="default"
          aria-expanded={is_open}
          onClick={rest.toggle}
        >
          {is_open ? texts.less : texts.more}
        </Button>
      </Group>
      <Box {...(is_open ? {} : { visibleFrom: 'sm' })}>
        <Text size="sm">{copy}</Text>
        <Text size="sm">{texts.rests}</Text>
        <Group gap="xs" mt={4}>
          <Text size="sm">{may_adopt ? texts.yours : texts.owners}</Text>
          {may_adopt ? <Adopt /> : null}
        </Group>
      </Box>
    </Alert>
  );
}
