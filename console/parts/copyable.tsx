// A value that somebody will paste elsewhere, with a button that copies it bare.
import { ActionIcon, Code, CopyButton, Group } from '@mantine/core';
import { COMMON_TEXTS } from '../texts/common.ts';
import { Icon } from './icon.tsx';

export function CopyIcon({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          size="sm"
          variant="subtle"
          color={copied ? 'teal' : 'gray'}
          aria-label={copied ? COMMON_TEXTS.copied : `${COMMON_TEXTS.copy} ${value}`}
          onClick={copy}
        >
          <Icon name={copied ? 'done' : 'copy'} />
        </ActionIcon>
      )}
    </CopyButton>
  );
}

export function Copyable({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyIcon value={value} />
    </Group>
  );
}
