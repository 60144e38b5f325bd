// Imports a bank's file: how it would be read, what would happen, the import, and its result.
import { Card, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../session/session.tsx';
import { TEXTS } from '../../../texts/en.ts';
import { BankNav } from '../bank-nav.tsx';
import { ChooseFile } from './choose-file.tsx';
import { ImportFile } from './import-file.tsx';
import { RecentImports } from './recent-imports.tsx';

const { import: texts } = TEXTS.bank;

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
          <Text c="dimmed">{TEXTS.errors.forbidden}</Text>
        )}
        <RecentImports />
      </Stack>
    </>
  );
}
