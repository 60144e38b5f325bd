// The list as somebody gives it: a file, or a table that they paste; and what its rows leave out.
import { Group, List, Spoiler, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { ChooseFile, type ChosenFile, FilePreview } from '../../parts/file/chosen-file.tsx';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { REFUND_LIST_TEXTS as texts } from '../../texts/refunds/refunds.ts';

/** As the service bounds a list, and the names that it knows things by. */
const LIST_MAX = 200_000;
const NAME_MAX = 128;

export type GivenList = {
  readonly chosen: ChosenFile | null;
  readonly pasted: string;
  readonly merchant_id: string | null;
  /** Of rows that give no reason. */
  readonly note: string;
  readonly name: string;
};

export const NO_LIST: GivenList = {
  chosen: null,
  pasted: '',
  merchant_id: null,
  note: '',
  name: '',
};

export const isGiven = ({ chosen, pasted }: GivenList): boolean =>
  chosen !== null || pasted.trim() !== '';

/** The service reads the table itself, whatever a browser takes the file for. */
export const bytesOf = ({ chosen, pasted }: GivenList): Blob =>
  new Blob([chosen?.file ?? pasted], { type: 'text/csv' });

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

export function RefundInput({ given, change }: Props) {
  return (
    <Stack gap="sm">
      <Text size="sm">{texts.what}</Text>
      <Columns />
      <Group>
        <ChooseFile
          accept=".csv,.tsv,.txt,text/csv"
          choose={(chosen) => change({ ...given, chosen, pasted: '' })}
        />
      </Group>
      {given.chosen === null ? (
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
      ) : (
        <FilePreview chosen={given.chosen} />
      )}
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
