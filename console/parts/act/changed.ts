// What a form would change, as it is shown before it is sent.
export type Changed = { readonly label: string; readonly before: string; readonly after: string };
