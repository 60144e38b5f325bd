// What is wrong in a form, beside the field or above all of them.

const shown = (value: number): string => value.toLocaleString();

export const WRONG_TEXTS = {
  required: 'Fill this in.',
  choose: 'Choose at least one.',
  choose_one: 'Choose one.',
  too_long: (most: number, length: number) =>
    `At most ${shown(most)} characters; these are ${shown(length)}.`,
  too_short: (least: number) => `At least ${shown(least)} characters.`,
  form: 'This is not written as it has to be.',
  number: 'Give a number.',
  whole: 'Give a whole number.',
  between: (min: number, max: number) => `From ${shown(min)} to ${shown(max)}.`,
  at_least: (min: number) => `At least ${shown(min)}.`,
  at_most: (max: number) => `At most ${shown(max)}.`,
  few_items: (least: number) => `At least ${shown(least)}.`,
  many_items: (most: number, count: number) => `At most ${shown(most)}; these are ${shown(count)}.`,
  code: 'Three letters, such as EUR.',
  same: 'This is how it is now.',
  no_amount: 'Not an amount of this currency.',
  not_nothing: 'Give an amount that is not zero.',
  email: 'An e-mail address, such as ana@shop.example.',
  web_address: 'A whole address, such as https://shop.example/paid.',
  incomplete: 'Not complete yet.',
  /** `item`: one of several in the field. */
  of_item: (item: string, message: string) => `${item}: ${message}`,
  above: 'Something else is wrong',
} as const;
