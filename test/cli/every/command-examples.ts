// All commands of the command line, and the examples in their help as a shell would see them.
import {
  type CommandNode,
  commandTree,
} from '../../../cli/commands/developer/completion-scripts.ts';
import { createProgram } from '../../../cli/run.ts';
import { runCli, testTerminal } from '../test-terminal.ts';

export const PROGRAM = createProgram(testTerminal().terminal, () => undefined);

const leaves = (node: CommandNode): CommandNode[] =>
  node.commands.length === 0 ? [node] : node.commands.flatMap(leaves);

/** Those that do something; each has a place such as `/merchants/create`. */
export const COMMANDS = leaves(commandTree(PROGRAM));

export const placeWords = (place: string): string[] => place.split('/').slice(1);

/** Words of an example, up to a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const [command = ''] = line.split(/ [|<>] /);
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((found) => found[1] ?? found[2] ?? '');
}

export async function examplesOf(place: string): Promise<string[][]> {
  const { out } = await runCli([...placeWords(place), '--help']);
  const lines = [...out.matchAll(/^ {2}\$ payment-orders (.*)$/gm)];
  return lines.map(([, line = '']) => wordsOf(line));
}
