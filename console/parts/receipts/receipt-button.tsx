// A button that opens what a payer sent as proof; the service records each opening.
import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Receipt } from '../../api/schema.gen.ts';
import { useSession } from '../../session/session.tsx';
import { TRADE_PAGE_TEXTS as texts } from '../../texts/trades/trades.ts';
import { Dialog } from '../dialog.tsx';
import { ReceiptViewer } from './receipt-viewer.tsx';

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
        <ReceiptViewer receipts={[receipt]} />
      </Dialog>
    </>
  );
}
