// `completion`: a script that lets a shell complete commands and options.
import { Argument, type Command } from 'commander';
import { examples } from '../../client/options.ts';
import type { Terminal } from '../../client/terminal.ts';
import { commandTree, SHELL_NAMES, SHELLS, type Shell } from './completion-scripts.ts';

export function addCompletionCommand(program: Command, terminal: Terminal): void {
  const completion = program
    .command('completion')
    .description('print a script that completes commands and options in your shell');
  completion
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELL_NAMES))
    .action((shell: Shell) => {
      const script = SHELLS[shell](commandTree(program));
      const { json } = program.opts<{ json?: boolean }>();
      terminal.out(json === true ? `${JSON.stringify({ shell, script })}\n` : script);
    });
  examples(completion, [
    'completion bash > ~/.local/share/bash-completion/completions/payment-orders',
    'completion zsh > ~/.zfunc/_payment-orders',
    'completion fish > ~/.config/fish/completions/payment-orders.fish',
  ]);
}
