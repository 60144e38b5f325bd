// What a payer sent as proof: pictures are shown here, all else is saved. Each opening is recorded.
import { Alert, Button, Group, Image, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import type { Receipt } from '../../api/schema.gen.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { useSession } from '../../session/session.tsx';
import { TEXTS } from '../../texts/en.ts';

const { trade_page: texts } = TEXTS;

function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsDataURL(file);
  });
}

type Opened = { readonly file: Blob; readonly picture: string | null };

async function open({ merchant_id, id, file_type }: Receipt, signal: AbortSignal): Promise<Opened> {
  const file: unknown = await call('downloadReceipt', { path: { merchant_id, id }, signal });
  if (!(file instanceof Blob)) throw new Error('The service answered without a file');
  return { file, picture: file_type === 'pdf' ? null : await dataUrlOf(file) };
}

function Content({ receipt }: { receipt: Receipt }) {
  const { data, error } = useQuery({
    queryKey: ['receipt', receipt.id],
    queryFn: ({ signal }) => open(receipt, signal),
    // Each reading is recorded: one is enough.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (error !== null) return <ProblemNote error={error} />;
  if (data === undefined) return <Skeleton height={320} aria-label={TEXTS.common.loading} />;
  return (
    <Stack>
      <Alert color="yellow">{texts.receipt_is_no_proof}</Alert>
      {data.picture === null ? (
        <Text size="sm">{texts.receipt_pdf}</Text>
      ) : (
        <Image src={data.picture} alt={texts.receipt} fit="contain" mah="70vh" />
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => saveFile(data.file, `receipt-${receipt.id}.${receipt.file_type}`)}
        >
          {texts.save_receipt}
        </Button>
      </Group>
    </Stack>
  );
}

const KIB = 1_024;

export function ReceiptButton({ receipt }: { receipt: Receipt }) {
  const [is_open, dialog] = useDisclosure(false);
  const { can } = useSession();
  const size = `${receipt.file_type.toUpperCase()}, ${Math.ceil(receipt.size_bytes / KIB)} KiB`;
  if (receipt.removed_at !== null) {
    return (
      <Text size="sm" c="dimmed">
        {size} · {texts.receipt_removed}
      </Text>
    );
  }
  if (!can('receipts.open')) {
    return (
      <Text size="sm" c="dimmed">
        {size} · {texts.receipt_closed}
      </Text>
    );
  }
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={dialog.open}>
        {texts.open_receipt} ({size})
      </Button>
      <Dialog is_open={is_open} close={dialog.close} title={texts.receipt} size="xl">
        <Content receipt={receipt} />
      </Dialog>
    </>
  );
}
