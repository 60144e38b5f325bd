// New recovery codes, which are shown once: to copy, download or print before anything else.
import { Button, Checkbox, Code, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PRODUCT } from '../texts/common.ts';
import { SIGN_IN_TEXTS } from '../texts/sign-in.ts';

const { codes } = SIGN_IN_TEXTS;
const FILE_NAME = 'recovery-codes.txt';

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(address);
}

export function RecoveryCodes({ list, done }: { list: readonly string[]; done: () => void }) {
  const [is_stored, setStored] = useState(false);
  const text = `${[PRODUCT, codes.file_head, '', ...list].join('\n')}\n`;
  return (
    <Stack>
      <Text size="sm">{codes.what}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} className="print-alone" spacing="xs">
        {list.map((code) => (
          <Code key={code} block ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <CopyButton value={list.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? codes.copied : codes.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => download(text)}>
          {codes.download}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {codes.print}
        </Button>
      </Group>
      <Checkbox
        label={codes.stored}
        checked={is_stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button disabled={!is_stored} onClick={done}>
        {codes.done}
      </Button>
    </Stack>
  );
}
