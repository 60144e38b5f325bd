// One pay-in to verify: what its payer claims, what the bank says, what the payer sent, and the
// decision.
import { Alert, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { readOf } from '../../api/keys.ts';
import type { PossibleLine, TradeWithTimeline, VerifyItem } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { Amount } from '../../parts/amount/amount-text.tsx';
import { useScreenKeys } from '../../parts/keys/screen-keys.ts';
import { choose } from '../../parts/keys/use-chosen.ts';
import { Loading } from '../../parts/loading.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { ReceiptViewer } from '../../parts/receipts/receipt-viewer.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { useSession } from '../../session/session.tsx';
import { ERROR_TEXTS } from '../../texts/common.ts';
import { VERIFY_TEXTS as texts } from '../../texts/verify/verify.ts';
import { BankSide } from './bank-side.tsx';
import { Claim } from './claim.tsx';
import { VerifyActs } from './verify-acts.tsx';

const MOST_KEYS = 9;

/** One that is kept from an earlier look, and is older than the list, is not shown any more. */
function useDetail({ trade: { merchant_id, id, sequence } }: VerifyItem) {
  const path = { merchant_id, id };
  const { data, ...reading } = useRead(readOf('getTrade', { path }));
  return {
    ...reading,
    data: data !== undefined && data.trade.sequence < sequence ? undefined : data,
  };
}

function usePossible({ trade: { merchant_id, id } }: VerifyItem, is_allowed: boolean) {
  const path = { merchant_id, id };
  return useRead({
    ...readOf('listPossibleLines', { path }),
    enabled: is_allowed,
  });
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="sm">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </Card>
  );
}

function Receipts({ detail }: { detail: TradeWithTimeline }) {
  const { can } = useSession();
  const { receipts } = detail.evidence;
  if (receipts.length > 0 && !can('receipts.open')) {
    return <Text c="dimmed">{ERROR_TEXTS.forbidden}</Text>;
  }
  return <ReceiptViewer receipts={receipts} />;
}

type Props = {
  readonly item: VerifyItem;
  readonly why: string;
  readonly onDone: () => void;
};

function Head({ item: { trade }, why }: Props) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" align="start">
        <Text fz={20} fw={600} style={{ overflowWrap: 'anywhere' }}>
          <TradeLink merchant_id={trade.merchant_id} trade_id={trade.id} name={trade.order_id} />
        </Text>
        <Text fz={22} fw={600}>
          <Amount amount_cents={trade.amount_cents} currency={trade.amount_currency} />
        </Text>
      </Group>
      <Alert color="yellow" p="xs">
        {why}
      </Alert>
    </Stack>
  );
}

export function VerifyWork(props: Props) {
  const { item, onDone } = props;
  const { can } = useSession();
  const detail = useDetail(item);
  const possible = usePossible(item, can('bank.read'));
  const [chosen, setAim] = useState<string>();
  const lines: readonly PossibleLine[] = possible.data?.data ?? [];
  // A key that was shown before the lines came would decide about other money than was seen.
  const is_complete = !possible.isLoading;
  const aim = (line_id: string) => {
    setAim(line_id);
    choose(item.trade.id);
  };
  const target = lines.find(({ line }) => line.id === chosen) ?? lines[0];
  useScreenKeys(
    lines.slice(0, MOST_KEYS).map(({ line }, index) => ({
      key: String(index + 1),
      label: texts.assign_this(index + 1),
      press: () => aim(line.id),
    })),
  );
  if (detail.error !== null && detail.data === undefined) {
    return <ProblemNote error={detail.error} retry={() => void detail.refetch()} />;
  }
  return (
    <Stack>
      <Head {...props} />
      {detail.data === undefined || !is_complete ? null : (
        <VerifyActs detail={detail.data} possible={lines} target={target} onDone={onDone} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        <Side title={texts.claim}>
          <Claim item={item} />
        </Side>
        <Side title={texts.bank}>
          <BankSide
            trade={item.trade}
            matched={detail.data?.timeline.lines}
            possible={possible.data === undefined ? undefined : lines}
            target={target?.line.id}
            choose={aim}
          />
          {possible.error === null ? null : <ProblemNote error={possible.error} />}
        </Side>
        <Side title={texts.receipts}>
          {detail.data === undefined ? <Loading height={160} /> : <Receipts detail={detail.data} />}
        </Side>
      </SimpleGrid>
    </Stack>
  );
}
