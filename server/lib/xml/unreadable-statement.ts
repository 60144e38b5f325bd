// The end of reading a statement: the file as a whole is not what it should be, and why.

/** Thrown inside the readers only; their callers get a value. */
export class UnreadableStatement extends Error {
  override readonly name = 'UnreadableStatement';
  readonly line: number;

  constructor(message: string, options: { line: number; cause?: unknown }) {
    super(message, options);
    this.line = options.line;
  }
}
