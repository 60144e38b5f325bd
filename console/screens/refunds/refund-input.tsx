// The list as somebody gives it: a file, or a table that they paste; and what its rows leave out.
import {
  Button,
  Code,
  FileButton,
  Group,
  List,
  Spoiler,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { REFUND_LIST_TEXTS as texts } from '../../texts/refunds/refunds.ts';

const PREVIEW_MOST = 2_000;
/** As the service bounds a list, and the names that it knows things by. */
const LIST_MAX = 200_000;
const NAME_MAX = 128;

export type GivenList = {
  readonly file: File | null;
  /** The first lines of the file. */
  readonly head: string;
  readonly pasted: string;
  readonly merchant_id: string | null;
  /** Of rows that give no reason. */
  readonly note: string;
  readonly name: string;
};

export const NO_LIST: GivenList = {
  file: null,
  head: '',
  pasted: '',
  merchant_id: null,
  note: '',
  name: '',
};

export const isGiven = ({ file, pasted }: GivenList): boolean =>
  file !== null || pasted.trim() !== '';

/** The service reads the table itself, whatever a browser takes the file for. */
export const bytesOf = ({ file, pasted }: GivenList): Blob =>
  new Blob([file ?? pasted], { type: 'text/csv' });

type Props = { readonly given: GivenList; readonly change: (given: GivenList) => void };

function Columns() {
  return (
    <Spoiler
      maxHeight={0}
      showLabel={texts.columns_title}
      hideLabel={texts.columns_title}
      styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
    >
      <List size="sm" mb="xs">
        {texts.columns_of_list.map(([names, what]) => (
          <List.Item key={names}>
            <b>{names}</b>: {what}
          </List.Item>
        ))}
      </List>
    </Spoiler>
  );
}

function Chosen({ given: { file, head } }: Pick<Props, 'given'>) {
  if (file === null) return null;
  return (
    <Stack gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <b>{file.name}</b> · {texts.size(file.size)}
      </Text>
      <Code block dir="ltr" tabIndex={0} role="region" aria-label={texts.preview}>
        {head}
      </Code>
    </Stack>
  );
}

export function RefundInput({ given, change }: Props) {
  const take = async (file: File | null) => {
    if (file === null) return;
    const head = (await file.slice(0, PREVIEW_MOST).text()).trimEnd();
    change({ ...given, file, head, pasted: '' });
  };
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.what}</Text>
      <Columns />
      <Group>
        <FileButton
          onChange={(file) => void take(file)}
          accept=".csv,.tsv,.txt,text/csv"
          inputProps={{ 'aria-label': texts.choose }}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
      </Group>
      <Chosen given={given} />
      {given.file === null ? (
        <Textarea
          label={texts.paste}
          description={texts.paste_what}
          autosize
          minRows={4}
          maxRows={14}
          maxLength={LIST_MAX}
          spellCheck={false}
          dir="ltr"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={given.pasted}
          onChange={(event) => change({ ...given, pasted: event.currentTarget.value })}
        />
      ) : null}
      <TextInput
        label={texts.reason}
        description={texts.reason_what}
        autoComplete="off"
        {...BOUNDS.importRefunds.note}
        value={given.note}
        onChange={(event) => change({ ...given, note: event.currentTarget.value })}
      />
      <Group grow align="start" preventGrowOverflow={false}>
        <Stack gap={4}>
          <MerchantPicker
            value={given.merchant_id}
            change={(merchant_id) => change({ ...given, merchant_id })}
          />
          <Text size="xs" c="dimmed">
            {texts.merchant_of}
          </Text>
        </Stack>
        <TextInput
          label={texts.name}
          description={texts.name_what}
          maxLength={NAME_MAX}
          autoComplete="off"
          value={given.name}
          onChange={(event) => change({ ...given, name: event.currentTarget.value })}
        />
      </Group>
    </Stack>
  );
}
