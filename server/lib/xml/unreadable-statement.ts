// The error that ends the reading of a file which as a whole cannot be read, with the reason.

/** Thrown inside the readers only; their callers return a value. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
  readonly line: number;

  constructor(message: string, options: { line: number; cause?: unknown }) {
    super(message, options);
    this.line = options.line;
  }
}
