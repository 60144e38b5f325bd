// How the file would be read: the account, the layout, what is doubtful, and a question if the file
// does not prove the signs of its amounts.
import {
  Alert,
  Button,
  Checkbox,
  Collapse,
  List,
  Radio,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BOUNDS } from '../../../api/bounds.gen.ts';
import type { StatementGuess } from '../../../api/schema.gen.ts';
import { AccountPicker } from '../../../parts/account/account-picker.tsx';
import { useReceivingAccount } from '../../../parts/account/receiving-account.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { isTable, lacks, type Reading, withChoice } from './reading.ts';
import { SampleTable } from './sample-table.tsx';

const { import: texts } = BANK_TEXTS;

type Props = {
  readonly guess: StatementGuess | undefined;
  readonly reading: Reading;
  readonly change: (reading: Reading) => void;
};

function Question({ guess, reading, change, currency }: Props & { currency: string | null }) {
  if (guess === undefined || guess.question === null) return null;
  return (
    <Alert color="yellow" title={texts.question}>
      <Radio.Group
        label={texts.question_detail}
        value={reading.mapping}
        onChange={(mapping) => change({ ...reading, profile: '', mapping })}
      >
        <Stack mt="sm">
          {guess.choices.map(({ meaning, mapping, sample }) => (
            <div key={meaning}>
              <Radio value={withChoice(reading, mapping).mapping} label={<b>{meaning}</b>} />
              <SampleTable sample={sample} currency={currency} caption={meaning} hides_caption />
            </div>
          ))}
        </Stack>
      </Radio.Group>
    </Alert>
  );
}

function layoutOf({ profile, mapping }: Reading): string {
  if (mapping !== '') return texts.layout_made;
  return profile === '' ? texts.account_by_file : texts.layout_known(profile);
}

function Layout({ guess, reading, change }: Props) {
  const [is_open, mapping] = useDisclosure(false);
  if (guess === undefined || !isTable(guess)) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        <b>{texts.layout}:</b> {layoutOf(reading)}{' '}
        <Button size="compact-xs" variant="subtle" onClick={mapping.toggle} aria-expanded={is_open}>
          {texts.edit_mapping}
        </Button>
      </Text>
      <Collapse expanded={is_open}>
        <Textarea
          label={texts.mapping}
          description={texts.mapping_hint}
          autosize
          minRows={3}
          maxRows={16}
          {...BOUNDS.importStatement.mapping}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={reading.mapping}
          onChange={(event) => change({ ...reading, mapping: event.currentTarget.value })}
        />
      </Collapse>
      {guess.format === 'xlsx' ? (
        <TextInput
          label={texts.sheet}
          description={texts.sheet_hint}
          {...BOUNDS.importStatement.sheet}
          value={reading.sheet}
          onChange={(event) => change({ ...reading, sheet: event.currentTarget.value })}
        />
      ) : null}
      <Checkbox
        label={texts.skip}
        checked={reading.skips_broken}
        onChange={(event) => change({ ...reading, skips_broken: event.currentTarget.checked })}
      />
    </Stack>
  );
}

export function ReadingFields({ guess, reading, change }: Props) {
  const { receiving_account_id } = reading;
  const chosen = useReceivingAccount(receiving_account_id === '' ? null : receiving_account_id);
  const lacking = lacks(guess, reading);
  const currency = chosen?.currency ?? null;
  return (
    <Stack gap="sm">
      <AccountPicker
        label={texts.account}
        empty={texts.account_by_file}
        value={receiving_account_id === '' ? null : receiving_account_id}
        change={(id) => change({ ...reading, receiving_account_id: id ?? '' })}
        place={{ error: lacking === 'account' ? texts.account_needed : null }}
      />
      <Layout guess={guess} reading={reading} change={change} />
      {guess === undefined || guess.doubts.length === 0 ? null : (
        <Alert color="orange" title={texts.doubts}>
          <List size="sm">
            {guess.doubts.map((doubt) => (
              <List.Item key={doubt}>{doubt}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Question guess={guess} reading={reading} change={change} currency={currency} />
      {guess === undefined || guess.sample.length === 0 ? null : (
        <SampleTable sample={guess.sample} currency={currency} caption={texts.sample} />
      )}
    </Stack>
  );
}
