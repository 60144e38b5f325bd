// Imports a bank's file: how it would be read, what would happen, the import, and its result.
import { Card, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';
import { BankNav } from '../bank-nav.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportFile } from './import-file.tsx';
import { RecentImports } from './recent-imports.tsx';

const { import: texts } = BANK_TEXTS;

export function Screen(): ReactNode {
  const { can } = useSession();
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <BankNav />
      <Title order={1} size="h2" mb="md">
        {texts.title}
      </Title>
      <Stack>
        {can('bank_lines.give') ? (
          <Card withBorder>
            {file === null ? (
              <ChooseFile choose={setFile} />
            ) : (
              <ImportFile
                key={`${file.name} ${file.size} ${file.lastModified}`}
                file={file}
                other={() => setFile(null)}
              />
            )}
          </Card>
        ) : (
          <Text c="dimmed">{ERROR_TEXTS.forbidden}</Text>
        )}
        <RecentImports />
      </Stack>
    </>
  );
}
