// What a form would change, as it is shown before it is sent.

/** A text that is the id of something is shown as its name. */
export type IdOf = 'merchant';

export type Changed = {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly id_of?: IdOf;
};
