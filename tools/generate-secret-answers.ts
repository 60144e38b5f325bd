// Writes which answers of the operator API have secrets that are shown only once, for the command
// line: it never prints them into a file or a pipe unasked.
import { renderOpenApi } from '../server/http/openapi/render-openapi.ts';

type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

type Operation = {
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >;
};

type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** What the description of every such field says. */
const SHOWN_ONCE = /shown only now/i;

function secretsIn(document: Document, schema: Schema, before: string): string[] {
  if (schema.$ref !== undefined) {
    const named = document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    if (named === undefined) throw new Error(`There is no schema ${schema.$ref}`);
    return secretsIn(document, named, before);
  }
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    SHOWN_ONCE.test(member.description ?? '')
      ? [`${before}${name}`]
      : secretsIn(document, member, `${before}${name}.`),
  );
  const { anyOf: any = [], allOf: all = [], items } = schema;
  const others = [...any, ...all, ...(items === undefined ? [] : [items])];
  return [...members, ...others.flatMap((one) => secretsIn(document, one, before))];
}

export function secretAnswersModule(document: Document): string {
  const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses = {} }]) => {
      // Whoever reads or removes something has the same schema, without its secret.
      if (method === 'get' || method === 'delete') return [];
      const schemas = Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([, { content = {} }]) => Object.values(content))
        .flatMap(({ schema }) => (schema === undefined ? [] : [schema]));
      const fields = [...new Set(schemas.flatMap((one) => secretsIn(document, one, '')))];
      if (fields.length === 0) return [];
      const row = { method: method.toUpperCase(), path, fields };
      return [`  ${JSON.stringify(row)},\n`];
    }),
  );
  return `// Made by tools/generate.ts from openapi/operator.json: which answers have secrets.

export const SECRET_ANSWERS: readonly {
  readonly method: string;
  readonly path: string;
  /** As \`link.url\`, if it is a member of a member. */
  readonly fields: readonly string[];
}[] = [
${rows.join('')}];
`;
}

export const SECRET_ANSWERS_FILE = {
  path: 'cli/client/secret-answers.gen.ts',
  render: async () =>
    secretAnswersModule(JSON.parse(JSON.stringify(await renderOpenApi('operator')))),
};
