// Why the service cannot start, worded for the operator; the launcher prints it and exits with an
// error.

/**
 * One clear sentence per problem; all problems are reported at once, so that nobody fixes them one
 * by one.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    super(typeof sentences === 'string' ? sentences : sentences.join('\n'), options);
  }
}
