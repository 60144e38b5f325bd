// A place to drop a bank's file on, which is also a button that chooses one.
import { FileButton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';

const { import: texts } = BANK_TEXTS;

export function ChooseFile({ choose }: { choose: (file: File | null) => void }) {
  const [is_over, setOver] = useState(false);
  return (
    <FileButton onChange={choose} inputProps={{ 'aria-label': texts.choose }}>
      {(props) => (
        <UnstyledButton
          {...props}
          p="xl"
          style={{
            border: '2px dashed var(--mantine-color-default-border)',
            borderRadius: 'var(--mantine-radius-md)',
            background: is_over ? 'var(--mantine-color-default-hover)' : undefined,
          }}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const [file] = event.dataTransfer.files;
            if (file !== undefined) choose(file);
          }}
        >
          <Stack gap={4} align="center">
            <Text fw={600}>{texts.drop}</Text>
            <Text size="sm" c="dimmed" ta="center">
              {texts.formats}
            </Text>
          </Stack>
        </UnstyledButton>
      )}
    </FileButton>
  );
}
