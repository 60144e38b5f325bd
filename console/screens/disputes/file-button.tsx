// Opens a file that came with a message: pictures only, shown in the console. Each opening is
// recorded.
import { Alert, Button, Group, Image, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call } from '../../api/client.ts';
import { readKey } from '../../api/keys.ts';
import { saveFile } from '../../api/save-file.ts';
import type { DisputeNote } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { DISPUTE_TEXTS as texts } from '../../texts/disputes.ts';

type File = NonNullable<DisputeNote['file']>;
type Path = { readonly merchant_id: string; readonly id: string };

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(file);
  });
}

function Content({ path, file }: { path: Path; file: File }) {
  const at = { ...path, file_id: file.id };
  const { data, error } = useRead({
    queryKey: readKey('downloadDisputeFile', { path: at }, 'picture'),
    queryFn: async ({ signal }) => {
      const blob = await call('downloadDisputeFile', { path: at, signal });
      return { blob, picture: await dataUrlOf(blob) };
    },
    // Each reading is recorded: one is enough.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Loading height={320} />;
  return (
    <Stack>
      <Alert color="yellow">{texts.file_warning}</Alert>
      <Image src={data.picture} alt={texts.open_file} fit="contain" mah="70vh" />
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => saveFile(data.blob, `dispute-${file.id}.${file.file_type}`)}
        >
          {texts.save_file}
        </Button>
      </Group>
    </Stack>
  );
}

const KIB = 1_024;

export function FileButton({ path, file }: { path: Path; file: File }) {
  const [is_open, dialog] = useDisclosure(false);
  const { can } = useSession();
  const size = `${file.file_type.toUpperCase()}, ${Math.ceil(file.size_bytes / KIB)} KiB`;
  const closed = file.removed_at === null ? texts.file_closed : texts.file_removed;
  if (file.removed_at !== null || !can('dispute_files.open')) {
    return (
      <Text size="sm" c="dimmed">
        {size} · {closed}
      </Text>
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={dialog.open}>
        {texts.open_file} ({size})
      </Button>
      <Dialog is_open={is_open} close={dialog.close} title={texts.open_file} size="xl">
        <Content path={path} file={file} />
      </Dialog>
    </>
  );
}
