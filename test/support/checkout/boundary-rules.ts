// Which folders may import from which: one table, with a reason in every row.

export type FolderRule = {
  /** A file follows the row with the longest matching prefix of its path. */
  of: string;
  files: readonly string[];
  /** Exceptions among these files, which it may not import. */
  but_not?: readonly string[];
  packages: readonly string[];
  computed?: true;
  /** A framework loads its files and asks for one. */
  default_export?: true;
  reason: string;
};

export const FOLDER_RULES: readonly FolderRule[] = [
  {
    of: 'server/lib/',
    files: ['server/lib/'],
    packages: [],
    reason: 'pure functions that would serve any product know nothing of this one',
  },
  {
    of: 'server/domain/',
    files: ['server/domain/', 'server/lib/'],
    packages: [],
    reason: 'the rules are pure: nothing to install, to mock or to wait for',
  },
  {
    of: 'server/formats/',
    files: ['server/formats/', 'server/domain/', 'server/lib/'],
    packages: [],
    reason:
      'a file format is bytes to records and back: what follows from them is decided elsewhere',
  },
  {
    of: 'server/store/',
    files: ['server/store/', 'server/domain/', 'server/lib/'],
    // It carries needs out, whichever command has them.
    but_not: [
      'server/domain/batch/command.ts',
      'server/domain/commands.ts',
      'server/domain/decide.ts',
    ],
    packages: ['pg', 'node:*'],
    reason: 'the only folder that knows PostgreSQL knows no use case and no wire',
  },
  {
    of: 'server/app/',
    files: ['server/app/', 'server/domain/', 'server/formats/', 'server/lib/', 'server/store/'],
    packages: ['@simplewebauthn/server', 'csv-parse', 'openid-client', 'transliteration', 'node:*'],
    reason: 'a use case reads, decides and writes, whoever asked for it',
  },
  {
    of: 'server/pages/',
    files: ['server/pages/', 'server/domain/', 'server/lib/'],
    packages: ['qr'],
    reason: 'a page is a function from facts to text; so is `qr`, from a text to dark cells',
  },
  {
    of: 'server/http/',
    files: [
      'server/http/',
      'server/app/',
      'server/pages/',
      'server/domain/',
      'server/formats/',
      'server/lib/',
    ],
    packages: ['fastify', '@fastify/*', 'marked', 'typebox', 'node:*'],
    reason: 'the wire reaches the store through app/, where one layer decides whose trade it is',
  },
  {
    of: 'server/jobs/',
    files: ['server/jobs/', 'server/app/', 'server/domain/', 'server/lib/'],
    packages: ['undici', 'nodemailer', 'node:*'],
    reason: 'the clock reaches the store through app/, where one layer decides whose trade it is',
  },
  {
    of: 'server/workers/',
    files: ['server/'],
    packages: ['node:*'],
    reason: 'several processes are one service: they share what the composition root puts together',
  },
  {
    of: 'server/settings/',
    files: ['server/settings/', 'server/jobs/', 'server/domain/', 'server/lib/'],
    packages: ['node:*'],
    reason: 'what a setting may be is known before anything is opened',
  },
  {
    of: 'server/programs/',
    files: [
      'server/programs/',
      'server/settings/',
      'server/app/',
      'server/store/',
      'server/domain/',
      'server/lib/',
    ],
    packages: ['pino', 'prom-client', '@opentelemetry/*', 'node:*'],
    reason: 'a program of the service’s machine opens the database itself, without HTTP',
  },
  {
    of: 'server/',
    files: ['server/'],
    packages: ['node:*'],
    reason: 'the composition root is the one place that sees every folder of the service',
  },
  {
    of: 'cli/',
    files: ['cli/', 'sdk/', 'openapi/'],
    packages: ['commander', 'node:*'],
    reason: 'the command line is a client: it speaks HTTP like everybody else',
  },
  {
    of: 'sdk/',
    files: ['sdk/'],
    packages: [],
    reason: 'merchants run it in Node, Deno, Bun and at the edge, with nothing else installed',
  },
  {
    of: 'console/',
    files: ['console/'],
    packages: ['react', 'react-dom', '@mantine/*', '@tanstack/*'],
    reason: 'the console is a client like any other: it shares only the API’s document',
  },
  {
    of: 'integrations/',
    files: ['integrations/'],
    packages: ['payment-orders-sdk', '@medusajs/framework'],
    default_export: true,
    reason:
      'a shop copies it: it has the SDK and the shop’s framework, which loads a default export',
  },
  {
    of: 'integrations/medusa/test/',
    files: ['integrations/', 'bench/', 'server/', 'test/'],
    packages: ['*'],
    reason: 'the test of an integration starts the service and the shop',
  },
  {
    of: 'docs/',
    files: ['docs/'],
    packages: ['payment-orders-sdk', 'node:*'],
    reason: 'a sample is a merchant’s own program: it has the SDK, and nothing of the service',
  },
  {
    of: 'bin/',
    files: ['bin/'],
    packages: ['node:*'],
    computed: true,
    reason: 'the launcher runs before the dependencies are installed, on any Node',
  },
  {
    of: 'tools/',
    files: ['tools/', 'server/', 'sdk/'],
    packages: ['pg', 'node:*'],
    reason: 'tools read the product; nothing of the product reads them',
  },
  {
    of: 'bench/',
    files: ['bench/', 'server/', 'sdk/'],
    packages: ['*'],
    reason: 'benchmarks drive the product; nothing of the product reads them',
  },
  {
    of: 'test/',
    files: ['test/', 'server/', 'cli/', 'console/', 'sdk/', 'tools/', 'bench/', 'bin/'],
    packages: ['*'],
    computed: true,
    reason: 'tests may look at everything; nothing but a test looks at them',
  },
];

export const FORM_RULES = {
  'unknown-folder': 'every folder with code stands in the table, so that its place is decided',
  'computed-import': 'an import that cannot be read cannot be judged',
  alias: 'one way to name a file: the path that an editor can follow without settings',
  extension: 'Node runs the source as it is and never guesses an extension',
  'default-export': 'one name for one thing, the same in every file that uses it',
  barrel: 'a file of re-exports hides where things are and loads what nobody asked for',
  cycle: 'files that need each other are one file, or a third is missing',
  'folder-cycle': 'a noun that needs another is above it; what both need lies below both',
  thrown: 'a rule answers with a value, also that facts are missing; it throws bugs only',
  purity: 'the rules answer the same today, tomorrow and in a test: facts come as arguments',
} as const;
