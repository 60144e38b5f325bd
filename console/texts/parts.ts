// The texts of parts that several screens share: lists, their filters, and acts on many rows.

export const LIST_PART_TEXTS = {
  next_page: 'Next page',
  first_page: 'First page',
  clear_filters: 'Clear all',
  remove_filter: 'Remove the filter',
  filters: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  any: 'Any',
  choose_currency: 'Choose a currency first',
  choose_account: 'Choose a receiving account first',
  either_amount: (one: string, other: string) =>
    `This can be read in two ways. Write ${one} or ${other}.`,
  no_such: 'Nothing of this name',
  acts: 'Acts',
  acts_of: (name: string) => `Acts on ${name}`,
  keys: {
    next: 'Next row',
    before: 'Row before',
    select: 'Select the row, or no longer',
    acts: 'Acts of the row',
    moments: 'Times of the row in full, one after the other',
  },
  density: 'Height of the rows',
  densities: { compact: 'Compact', comfortable: 'Comfortable' },
  columns: {
    label: 'Columns',
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    narrower: (name: string) => `Make ${name} narrower`,
    wider: (name: string) => `Make ${name} wider`,
    pin: (name: string) => `Keep ${name} in sight`,
    reset: 'As they were',
  },
  more: 'More filters',
  fewer: 'Fewer filters',
  rows_come: 'The rows are being read',
  none_fits: 'Nothing fits these filters.',
  no_amount: 'No amount of this currency',
  from: 'From',
  to: 'Until',
  apply: 'Show',
  zone: (zone: string) => `Times are in ${zone}, the zone of this browser.`,
  presets: {
    today: 'Today',
    yesterday: 'Yesterday',
    last_7_days: 'Last 7 days',
    this_month: 'This month',
    last_month: 'Last month',
    last_30_days: 'Last 30 days',
  },
} as const;

export const FILE_TEXTS = {
  choose: 'Choose a file',
  preview: 'First lines of the file',
  size: (bytes: number) => `${bytes.toLocaleString()} bytes`,
} as const;

export const MASS_TEXTS = {
  select: 'Select',
  select_all: 'Select all on this page',
  selected: (count: number) => `${count} selected`,
  count: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  done: 'Done; the result of each is shown.',
  result: (done: number, refused: number) =>
    refused === 0 ? `${done} done` : `${done} done, ${refused} refused`,
  close: 'Close',
  progress: 'How far it is',
  known: (done: number, refused: number, open: number) =>
    [`${done} done`, ...(refused > 0 ? [`${refused} refused`] : [])]
      .concat(open > 0 ? [`${open} open`] : [])
      .join(', '),
  lost: 'The connection was lost. What is marked as not known may have happened: continuing asks with the same key, so nothing happens twice.',
  go_on: (open: number) => `Continue (${open})`,
  states: {
    waiting: 'not sent yet',
    done: 'done',
    proposed: 'waits for a second person',
    unknown: 'not known: no answer came',
  },
} as const;

export const VIEW_TEXTS = {
  label: 'Views',
  what: 'The filters, the order and the columns of this list, as they are now.',
  name: 'Save this view as',
  save: 'Save',
  saved: 'The view is saved.',
  changed: 'The view is changed.',
  removed: 'The view is removed.',
  none: 'No views of this list yet. Set filters, then save them under a name.',
  share: 'Share',
  unshare: 'Stop sharing',
  shared: 'shared',
  of_colleague: 'a colleague’s',
  remove: (name: string) => `Remove the view ${name}`,
  regularly: 'Send regularly',
  send_regularly: (name: string) => `Send regularly: the view ${name}`,
} as const;
