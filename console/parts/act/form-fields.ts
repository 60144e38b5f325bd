// The fields of a form as the bodies of the service have them.

/** Without blanks around it; '' if the form has no such field. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Null if nothing was typed. */
export const textOrNull = (fields: FormData, name: string): string | null =>
  textOf(fields, name) || null;

/** The reason that the audit trail keeps, if one was given. */
export const noteOf = (fields: FormData) => ({ note: textOrNull(fields, 'note') });

/** A number as it was typed; null if nothing was. What it may be is the service's to say. */
export function numberOrNull(fields: FormData, name: string): number | null {
  const text = textOf(fields, name);
  return text === '' ? null : Number(text);
}

/** One per line, or with commas or blanks between them. */
export const listOf = (fields: FormData, name: string): string[] =>
  textOf(fields, name)
    .split(/[\s,;]+/)
    .filter((one) => one !== '');

/** A password: its blanks are a part of it. */
export function textAsTyped(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}
