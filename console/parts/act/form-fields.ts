// The fields of a form as the bodies of the service have them.

/** Without blanks around it; '' if the form has no such field. */
export function textOf(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}
