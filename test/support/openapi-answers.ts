// The answers of an operation in an OpenAPI document: those that many operations give stand in the
// document once.
type Answers<Answer> = Record<string, Answer | { $ref: string }>;

export function answersIn<Answer extends object>(
  document: { components: { responses?: Record<string, Answer> } },
  { responses }: { responses: Answers<Answer> },
): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(responses).map(([status, answer]) => {
      if (!('$ref' in answer)) return [status, answer];
      const found = document.components.responses?.[answer.$ref.split('/').at(-1) ?? ''];
      if (found === undefined) throw new Error(`${answer.$ref} is not in the document`);
      return [status, found];
    }),
  );
}
