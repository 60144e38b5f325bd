// The reason why the service cannot start, in words for the operator; the launcher prints it and
// ends non-zero.

/**
 * One clear sentence per problem; several problems are told at once, so that nobody fixes them one
 * by one.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';

  constructor(sentences: string | readonly string[], options?: ErrorOptions) {
    super(typeof sentences === 'string' ? sentences : sentences.join('\n'), options);
  }
}
