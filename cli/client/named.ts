// What the arguments and options of a command name, so that an error can say what is missing.
import type { Command } from 'commander';

const MOST_LENGTH = 80;

function shown(value: unknown): string {
  const text = String(value);
  return text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH)}…` : text;
}

/** An argument that is only called `id` is of the kind of its group: `approvals show ID`. */
const kindOf = (argument: string, command: Command): string =>
  argument === 'id' ? (command.parent?.name() ?? argument).replace(/s$/, '') : argument;

/** `merchant 0189…`: arguments by their names in the help, and options that end with `-id`. */
export function namedIn(command: Command): string[] {
  const of_arguments = command.registeredArguments.flatMap((argument, index) => {
    const value: unknown = command.processedArgs[index];
    return typeof value === 'string' ? [`${kindOf(argument.name(), command)} ${shown(value)}`] : [];
  });
  const of_options = command.options.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());
    const name = option.name();
    if (typeof value !== 'string' || !name.endsWith('-id')) return [];
    return [`${name.slice(0, -'-id'.length).replaceAll('-', ' ')} ${shown(value)}`];
  });
  return [...of_arguments, ...of_options];
}
