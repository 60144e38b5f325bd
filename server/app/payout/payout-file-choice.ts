// The files that a batch can be fetched as: two versions of pain.001, the service's own CSV, and
// the layouts of banks.

import {
  chooseLayout,
  exportBatch,
  GET_PAIN001,
  getCsv,
} from '../../domain/payout/payout-requests.ts';
import { beginReading, type RawFields, readFilters } from '../../domain/request/read-request.ts';
import type { Notes, QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { pain001, pain001Problems } from '../../formats/payout-file/pain001.ts';
import type {
  PaymentOrder,
  Unwritable,
  WrittenFile,
} from '../../formats/payout-file/payment-order.ts';
import { payoutCsv } from '../../formats/payout-file/payout-csv.ts';
import type { PayoutLayout } from '../../formats/payout-file/payout-layout.ts';
import { payoutLayoutFile } from '../../formats/payout-file/payout-layout-file.ts';
import { PAYOUT_LAYOUTS } from '../../formats/payout-file/payout-layouts.ts';
import { readPayoutLayout } from '../../formats/payout-file/payout-mapping.ts';
import { nameMax } from '../../formats/payout-file/written-name.ts';
import { sha256Hex } from '../process/ids.ts';

export const FILE_FORMATS = ['pain001', 'pain001_v03', 'csv', 'layout'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

export type FileChoice = {
  readonly format: FileFormat;
  /** Under which the batch's file is kept. */
  readonly key: string;
  readonly ending: 'xml' | 'csv';
  readonly media_type: string;
  /** The parameter of the request that chose it. */
  readonly asked_by: 'version' | 'layout' | 'mapping';
  /** The most characters of a payee's name. */
  readonly name_max: (currency: string) => number;
  readonly write: (order: PaymentOrder) => WrittenFile;
};

const XML = {
  ending: 'xml',
  media_type: 'application/xml; charset=utf-8',
  asked_by: 'version',
  name_max: nameMax,
} as const;
const CSV = {
  ending: 'csv',
  media_type: 'text/csv; charset=utf-8',
  asked_by: 'layout',
  name_max: nameMax,
} as const;

export const PAIN001: FileChoice = {
  ...XML,
  format: 'pain001',
  key: 'pain001',
  write: (order) => ({ content: pain001(order) }),
};

const PAIN001_V03: FileChoice = {
  ...XML,
  format: 'pain001_v03',
  key: 'pain001_v03',
  write: (order) => {
    const unwritable = pain001Problems(order, '001.001.03');
    return unwritable.length > 0 ? { unwritable } : { content: pain001(order, '001.001.03') };
  },
};

const OWN_CSV: FileChoice = {
  ...CSV,
  format: 'csv',
  key: 'csv',
  write: (order) => ({ content: payoutCsv(order) }),
};

function inLayout(layout: PayoutLayout, name: string): FileChoice {
  const column = layout.columns.find((one) => 'value' in one && one.value === 'payee_name');
  const max = column !== undefined && 'value' in column ? column.max : 0;
  return {
    ...CSV,
    format: 'layout',
    key: `layout:${name}`,
    name_max: () => max,
    write: (order) => payoutLayoutFile(order, layout),
  };
}

function ownLayout(notes: Notes, text: string): FileChoice | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    notes.wrong('mapping', 'format', 'must be JSON');
    return null;
  }
  const read = readPayoutLayout(given);
  if ('layout' in read) {
    const key = sha256Hex(JSON.stringify(read.layout));
    return { ...inLayout(read.layout, key), asked_by: 'mapping' };
  }
  notes.wrong('mapping', 'format', read.problem);
  return null;
}

const VERSIONS = { '001.001.03': PAIN001_V03, '001.001.09': PAIN001 } as const;

const LAYOUT_NAMES = PAYOUT_LAYOUTS.map(({ name }) => name);
export const GET_CSV = getCsv(LAYOUT_NAMES);
export const CHOOSE_LAYOUT = chooseLayout(LAYOUT_NAMES);
export const EXPORT_BATCH = exportBatch(LAYOUT_NAMES);

export type FileQuery = QueryTexts<typeof GET_PAIN001> & QueryTexts<typeof GET_CSV>;

type Named = { layout?: string | null | undefined; mapping?: string | null | undefined };

/** A layout that was named, or null. */
function namedLayout(notes: Notes, { layout: name, mapping = null }: Named): FileChoice | null {
  if (mapping !== null) return ownLayout(notes, mapping);
  const named = PAYOUT_LAYOUTS.find((one) => one.name === name);
  return named === undefined ? null : inLayout(named.layout, named.name);
}

/** The file that a request asks for: by default the newest pain.001 or the service's own CSV. */
export function chooseFile(ending: FileChoice['ending'], query: FileQuery): FileChoice | Refusal {
  if (ending === 'xml') {
    const asked = readFilters(GET_PAIN001, query);
    return isRefusal(asked) ? asked : VERSIONS[asked.version];
  }
  const reading = beginReading(GET_CSV, { fields: query, errors: [] });
  const choice = namedLayout(reading, reading.values) ?? OWN_CSV;
  return reading.refusal() ?? choice;
}

/** The file for which a batch is checked: pain.001, unless a layout is named. */
export function chooseChecked(query: QueryTexts<typeof CHOOSE_LAYOUT>): FileChoice | Refusal {
  const reading = beginReading(CHOOSE_LAYOUT, { fields: query, errors: [] });
  const { version = '001.001.09' } = reading.values;
  const choice = namedLayout(reading, reading.values) ?? VERSIONS[version];
  return reading.refusal() ?? choice;
}

/** The file that an export names, and what else it asks for. */
export function chooseExported(raw: RawFields, now: number) {
  const reading = beginReading(EXPORT_BATCH, raw, { now });
  const choice = namedLayout(reading, reading.values);
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const { execution_on, note } = asked;
  return { execution_on, note, choice: choice ?? VERSIONS[asked.version ?? '001.001.09'] };
}

const MOST_TOLD = 5;

/** The file is whole or not made at all: the refusal names the first of the pay-outs. */
export function refuseUnwritable(
  field: FileChoice['asked_by'],
  unwritable: readonly Unwritable[],
): Refusal {
  // One problem of each: all of them are what a check of the batch lists.
  const firsts = new Map(unwritable.toReversed().map((one) => [one.end_to_end_id, one]));
  const each = unwritable.filter((one) => firsts.get(one.end_to_end_id) === one);
  const told = each
    .slice(0, MOST_TOLD)
    .map(({ end_to_end_id, problem }) => `${end_to_end_id ?? 'the paying account'} ${problem}`);
  const more = each.length > MOST_TOLD ? `; and ${each.length - MOST_TOLD} more` : '';
  const message = `cannot carry this batch: ${told.join('; ')}${more}`;
  return refuseFields([{ field, code: 'not_allowed', message }]);
}
