// What each act on a bank line is given.
import type { BankLine, LineAct } from '../../../api/schema.gen.ts';

export type LineActProps = {
  readonly line: BankLine;
  readonly onDone: () => void;
  /** Undefined: it is possible. */
  readonly whyNot: (act: LineAct['act']) => string | undefined;
};
