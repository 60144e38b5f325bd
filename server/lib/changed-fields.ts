// The fields in which two versions of a record differ, for the audit trail.

type Fields = Readonly<Record<string, unknown>>;
type Difference = { readonly before: Fields; readonly after: Fields };

/** As JSON shows them: lists and nested fields are compared by their content. */
const written = (value: unknown): string => JSON.stringify(value ?? null);

/** Null stands for a field that one of the two lacks. */
export function changedFields(before: object, after: object): Difference {
  const [old, now]: [Fields, Fields] = [{ ...before }, { ...after }];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => written(old[name]) !== written(now[name]),
  );
  const only = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: only(old), after: only(now) };
}
