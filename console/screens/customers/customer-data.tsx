// For owners: all data of a customer are erased in one act. What there is, how far it is, and what
// stands against which order.
import { Alert, Progress, Stack, Table, Text, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { readOf } from '../../api/keys.ts';
import type { CustomerErasure, OrderPutAside } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { CardSection } from '../../parts/card-section.tsx';
import { Facts } from '../../parts/facts.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { nullIfEmpty, typedText } from '../../parts/form/typed-fields.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { TradeLink } from '../../parts/trade-link.tsx';
import { ERASURE_TEXTS } from '../../texts/trades/erasure.ts';

const { customer: texts, obstacles, reason, reason_hint } = ERASURE_TEXTS;
const { aside } = texts;
const FIELDS = { reason: typedText(), early_reason: nullIfEmpty(typedText()) };
const FORM = requestForm('eraseCustomer', FIELDS);
const WHOLE = 100;
/** While it goes on, which is a matter of seconds for most customers. */
const EVERY_MS = 3_000;

type Of = { readonly erasure: CustomerErasure };

const isOpen = ({ state }: CustomerErasure) => state === 'looking' || state === 'erasing';

const shownCount = ({ count, has_more }: CustomerErasure['orders']): string =>
  `${count.toLocaleString()}${has_more ? '+' : ''}`;

/** Whether asking may change something, as far as it is known. */
function mayAsk(erasure: CustomerErasure): boolean {
  const { state, proposal_id, orders, looked_at, nothing_left, newer_orders } = erasure;
  if (isOpen(erasure) || proposal_id !== null) return false;
  if (state === 'done') return erasure.put_aside > 0 || newer_orders.count > 0;
  return looked_at < orders.count || nothing_left < looked_at;
}

/** Why nothing could be erased if somebody asked for it now; undefined: something may be. */
function whyNot(erasure: CustomerErasure): string | undefined {
  const { state, orders, looked_at, put_aside_orders: orders_aside } = erasure;
  const knows_all = looked_at === orders.count && orders_aside.length === erasure.put_aside;
  if (state !== 'none' || !knows_all || erasure.to_erase > 0) return undefined;
  const [first] = orders_aside;
  const may_be_early = orders_aside.some((order) => order.reason === 'kept_by_law');
  return first === undefined || may_be_early ? undefined : obstacles[first.reason];
}

function Act({ erasure }: Of) {
  return (
    <FormAct
      about={null}
      label={texts.erase}
      of={texts.of}
      what={texts.what}
      done={texts.done}
      is_dangerous
      is_small
      why_not={whyNot(erasure)}
      form={FORM}
      run={(sent, idempotency_key) =>
        call('eraseCustomer', {
          path: { merchant_id: erasure.merchant_id, id: erasure.trade_id },
          body: sent,
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <>
          <TextInput label={reason} description={reason_hint} {...field('reason')} />
          <TextInput
            label={texts.early_reason}
            description={texts.early_hint}
            {...field('early_reason')}
          />
        </>
      )}
    </FormAct>
  );
}

function Row({ order, merchant_id }: { order: OrderPutAside; merchant_id: string }) {
  return (
    <Table.Tr>
      <Table.Td>
        <TradeLink merchant_id={merchant_id} trade_id={order.trade_id} name={order.order_id} />
      </Table.Td>
      <Table.Td>
        {obstacles[order.reason]}
        {order.until === null ? null : (
          <Text size="xs" c="dimmed">
            {ERASURE_TEXTS.until} <Moment at={order.until} />
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

function hintOf({ state, put_aside_orders }: CustomerErasure): string {
  if (state !== 'none') return aside.hint;
  const may_be_early = put_aside_orders.some((order) => order.reason === 'kept_by_law');
  return may_be_early ? aside.before_law : aside.before;
}

function PutAside({ erasure }: Of) {
  const { merchant_id, put_aside, put_aside_orders } = erasure;
  if (put_aside === 0) return null;
  return (
    <div>
      <Text fw={600} size="sm">
        {aside.title}
      </Text>
      <Text size="sm" c="dimmed">
        {hintOf(erasure)}
      </Text>
      <Table.ScrollContainer minWidth={300}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{aside.order}</Table.Th>
              <Table.Th>{aside.why}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {put_aside_orders.map((order) => (
              <Row key={order.trade_id} order={order} merchant_id={merchant_id} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {put_aside > put_aside_orders.length ? (
        <Text size="sm" c="dimmed">
          {aside.more(put_aside - put_aside_orders.length)}
        </Text>
      ) : null}
    </div>
  );
}

function countsOf(erasure: CustomerErasure) {
  const { counts } = texts;
  const is_before = erasure.state === 'none';
  const all = [
    [is_before ? counts.to_erase : counts.waiting, erasure.to_erase],
    [counts.erased, erasure.erased],
    [counts.nothing_left, erasure.nothing_left],
    [is_before ? counts.has_to_wait : counts.put_aside, erasure.put_aside],
  ] as const;
  return all
    .filter(([_name, count]) => count > 0)
    .map(([name, count]) => [name, count.toLocaleString()] as const);
}

function Running({ erasure }: Of) {
  const { state, orders, looked_at, to_erase } = erasure;
  const is_looking = state === 'looking';
  const done = is_looking ? looked_at : looked_at - to_erase;
  const whole = is_looking ? orders.count : looked_at;
  const progress = is_looking
    ? texts.looked_at(looked_at.toLocaleString(), shownCount(orders))
    : texts.carried_out(done.toLocaleString(), looked_at.toLocaleString());
  const words = is_looking ? texts.looking : texts.erasing;
  return (
    <div role="status">
      <Text size="sm">{words}</Text>
      <Text size="sm" c="dimmed">
        {progress}
      </Text>
      <Progress
        mt={4}
        value={whole === 0 ? WHOLE : Math.min(WHOLE, (WHOLE * done) / whole)}
        aria-label={words}
      />
    </div>
  );
}

function Standing({ erasure }: Of) {
  const { state, proposal_id, is_late, ended_at, orders, looked_at, newer_orders } = erasure;
  const counts = countsOf(erasure);
  const is_nothing = state === 'none' && counts.length === 1 && erasure.nothing_left > 0;
  return (
    <Stack gap="xs">
      {proposal_id === null ? null : (
        <Alert color="orange" py="xs" role="status">
          {texts.waits}{' '}
          <AnchorLink to="/approvals/$id" params={{ id: proposal_id }} size="sm" underline="always">
            {texts.open}
          </AnchorLink>
        </Alert>
      )}
      {isOpen(erasure) ? <Running erasure={erasure} /> : null}
      {is_late ? (
        <Alert color="red" py="xs">
          {texts.late}
        </Alert>
      ) : null}
      {is_nothing ? <Text size="sm">{texts.nothing}</Text> : <Facts facts={counts} columns={4} />}
      {state === 'none' && looked_at < orders.count ? (
        <Text size="sm">{texts.first(looked_at, shownCount(orders))}</Text>
      ) : null}
      {ended_at === null ? null : (
        <Text size="sm">
          {texts.done_at} <Moment at={ended_at} />
        </Text>
      )}
      {newer_orders.count === 0 ? null : (
        <Text size="sm">{texts.newer(shownCount(newer_orders))}</Text>
      )}
      <PutAside erasure={erasure} />
    </Stack>
  );
}

type Props = { readonly merchant_id: string; readonly trade_id: string };

/** What is erased of the customer who made the order `trade_id`. */
export function CustomerData({ merchant_id, trade_id }: Props) {
  const { data, error } = useRead({
    ...readOf('showCustomerErasure', { path: { merchant_id, id: trade_id } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isOpen(state.data) ? EVERY_MS : false,
  });
  if (data === undefined) {
    return error === null ? <Loading height={120} /> : <ProblemNote error={error} />;
  }
  return (
    <CardSection title={texts.title} acts={mayAsk(data) ? <Act erasure={data} /> : null}>
      <Standing erasure={data} />
    </CardSection>
  );
}
