// Which layout the file of a batch has: the same choice is checked, exported and saved.
import { NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { readOf } from '../../api/keys.ts';
import type { PayoutLayouts } from '../../api/schema.gen.ts';
import { useRead } from '../../api/use-read.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import { PAYOUT_TEXTS } from '../../texts/payouts/payouts.ts';

const { batch: texts } = PAYOUT_TEXTS;

type Layouts = PayoutLayouts['data'];

/** `pain`, `pain_old`, `csv`, `own`, or the name of a built-in layout. */
export type Choice = { readonly layout: string; readonly mapping: string };

const OLD_PAIN = '001.001.03';

export const isXml = ({ layout }: Choice): boolean => layout === 'pain' || layout === 'pain_old';

export function queryOf({ layout, mapping }: Choice): { layout?: string; mapping?: string } {
  if (layout === 'csv') return {};
  return layout === 'own' ? { mapping } : { layout };
}

export const versionOf = ({ layout }: Choice): { version?: typeof OLD_PAIN } =>
  layout === 'pain_old' ? { version: OLD_PAIN } : {};

export const FIRST_CHOICE: Choice = { layout: 'pain', mapping: '' };

/** False as long as a layout of one's own is not typed. */
export const isChosen = ({ layout, mapping }: Choice): boolean =>
  layout !== 'own' || mapping.trim() !== '';

/** As the export and its check are told; the service's own CSV carries whatever pain.001 does. */
export const layoutFields = (
  choice: Choice,
): { layout?: string; mapping?: string; version?: typeof OLD_PAIN } =>
  isXml(choice) ? versionOf(choice) : queryOf(choice);

const useLayouts = (): Layouts =>
  useRead({
    ...readOf('listPayoutLayouts', {}),
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.data ?? [];

function OwnLayout({
  layouts,
  mapping,
  change,
}: {
  layouts: Layouts;
  mapping: string;
  change: (mapping: string) => void;
}) {
  const [typed, setTyped] = useState(mapping);
  const begin = (name: string) => {
    const found = layouts.find((one) => one.name === name);
    if (found !== undefined) setTyped(JSON.stringify(found.mapping, null, 2));
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        label={texts.mapping_from}
        data={[
          { value: '', label: COMMON_TEXTS.nothing },
          ...layouts.map(({ name, title }) => ({ value: name, label: title })),
        ]}
        onChange={(event) => begin(event.currentTarget.value)}
      />
      <Textarea
        label={texts.mapping}
        description={texts.mapping_what}
        autosize
        minRows={4}
        maxRows={16}
        {...BOUNDS.getPayoutCsv.mapping}
        value={typed}
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => change(typed)}
      />
    </Stack>
  );
}

export function LayoutChoice({
  choice,
  change,
}: {
  choice: Choice;
  change: (choice: Choice) => void;
}) {
  const layouts = useLayouts();
  const data = [
    { value: 'pain', label: texts.pain },
    { value: 'pain_old', label: texts.pain_old },
    { value: 'csv', label: texts.csv },
    ...layouts.map(({ name, title }) => ({ value: name, label: title })),
    { value: 'own', label: texts.own },
  ];
  return (
    <>
      <NativeSelect
        label={texts.layout}
        value={choice.layout}
        data={data}
        maw={420}
        onChange={(event) => change({ ...choice, layout: event.currentTarget.value })}
      />
      {choice.layout === 'own' ? (
        <OwnLayout
          layouts={layouts}
          mapping={choice.mapping}
          change={(mapping) => change({ ...choice, mapping })}
        />
      ) : null}
    </>
  );
}
