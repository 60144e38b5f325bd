// Completion scripts for shells, made from the commands themselves.
import type { Command } from 'commander';

/** A command or a group of commands, by its words below the program. */
export type CommandNode = {
  /** `/merchants/show`; empty for the program itself. */
  place: string;
  name: string;
  description: string;
  commands: readonly CommandNode[];
  options: readonly string[];
};

function optionsOf(command: Command): string[] {
  const own = command.options.flatMap(({ long }) => (long == null ? [] : [long]));
  return command.parent === null ? own : [...own, ...optionsOf(command.parent)];
}

export function commandTree(command: Command, place = ''): CommandNode {
  return {
    place,
    name: command.name(),
    description: command.description(),
    commands: command.commands.map((below) => commandTree(below, `${place}/${below.name()}`)),
    options: [...new Set([...optionsOf(command), '--help'])].sort(),
  };
}

const allNodes = (node: CommandNode): CommandNode[] => [node, ...node.commands.flatMap(allNodes)];

const wordsAt = ({ commands, options }: CommandNode) =>
  [...commands.map(({ name }) => name), ...options].join(' ');

/** Both shells find the place in the same way: words that are no command do not change it. */
function placesScript(nodes: readonly CommandNode[]): string {
  const known = nodes.flatMap(({ place }) => (place === '' ? [] : [`'${place}'`]));
  const rows = nodes.map((node) => `    '${node.place}') words='${wordsAt(node)}' ;;`);
  return `    case "$place/$word" in
      ${known.join('|')}) place="$place/$word" ;;
    esac
  done
  case "$place" in
${rows.join('\n')}
  esac`;
}

const bash = (root: CommandNode) => `# bash completion of ${root.name}
_payment_orders() {
  local word place='' words=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${placesScript(allNodes(root))}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _payment_orders ${root.name}
`;

const zsh = (root: CommandNode) => `#compdef ${root.name}
_payment_orders() {
  local word place='' words_here=''
  for word in "\${(@)words[2,CURRENT-1]}"; do
${placesScript(allNodes(root)).replaceAll('words=', 'words_here=')}
  compadd -- \${=words_here}
}
if [[ $funcstack[1] == _payment-orders ]]; then
  # Loaded by the first Tab from a folder of fpath, as the function itself: that Tab counts, too.
  _payment_orders
else
  compdef _payment_orders ${root.name}
fi
`;

const fishText = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

function fishRows(root: CommandNode, node: CommandNode): string[] {
  const at = `-n '__payment_orders_at "${node.place}"'`;
  return [
    ...node.commands.map(
      ({ name, description }) =>
        `complete -c ${root.name} -f ${at} -a ${name} -d ${fishText(description)}`,
    ),
    ...node.options.map((option) => `complete -c ${root.name} ${at} -l ${option.slice(2)}`),
  ];
}

const fish = (root: CommandNode) => `# fish completion of ${root.name}
function __payment_orders_at
  set -l place ''
  for word in (commandline -opc)[2..-1]
    switch "$place/$word"
      case ${allNodes(root)
        .flatMap(({ place }) => (place === '' ? [] : [`'${place}'`]))
        .join(' ')}
        set place "$place/$word"
    end
  end
  test "$place" = "$argv[1]"
end
${allNodes(root)
  .flatMap((node) => fishRows(root, node))
  .join('\n')}
`;

export const SHELLS = { bash, zsh, fish } as const;
export type Shell = keyof typeof SHELLS;
export const SHELL_NAMES = Object.keys(SHELLS) as Shell[];
