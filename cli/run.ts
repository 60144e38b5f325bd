// The command line as a function: arguments in, exit code out.
import { Command, CommanderError } from 'commander';
import { CODE_FILE_HELP } from './client/confirm.ts';
import { EXIT, EXIT_HELP } from './client/exit-code.ts';
import { namedIn } from './client/named.ts';
import { addUsualExamples } from './client/options.ts';
import { ownVersion } from './client/own-version.ts';
import { perform, type Task } from './client/perform.ts';
import { addReasons, type Said } from './client/reasons.ts';
import { SECRET_FILE_HELP } from './client/secret-file.ts';
import { DEFAULT_URL, type GlobalOptions } from './client/settings.ts';
import { clean } from './client/show.ts';
import type { Terminal } from './client/terminal.ts';
import { addBounds } from './command-bounds.ts';
import { addAdoptCommand } from './commands/access/adopt-command.ts';
import { addOperatorTokenCommands } from './commands/access/operator-token-commands.ts';
import { addOwnTokenCommands } from './commands/access/own-token-commands.ts';
import { addPeopleCommands } from './commands/access/people-commands.ts';
import { addSessionCommands } from './commands/access/session-commands.ts';
import { addViewCommands } from './commands/access/view-commands.ts';
import { addAlertCommands } from './commands/alert/alert-commands.ts';
import { addAttentionCommands } from './commands/alert/attention-commands.ts';
import { addApprovalCommands } from './commands/approval/approval-commands.ts';
import { addAuditCommands } from './commands/audit-commands.ts';
import { addAccountCommands } from './commands/bank-commands.ts';
import { addBrandingCommands } from './commands/branding-commands.ts';
import { addCellCommands } from './commands/cell/cell-commands.ts';
import { addCurrencyCommands } from './commands/currency-commands.ts';
import { addClockCommand } from './commands/developer/clock-command.ts';
import { addCompletionCommand } from './commands/developer/completion-command.ts';
import { addDoctorCommand } from './commands/developer/doctor-command.ts';
import { addListenCommand } from './commands/developer/listen-command.ts';
import { addOrderCommands } from './commands/developer/orders-command.ts';
import { addSandboxCommands } from './commands/developer/sandbox-command.ts';
import { addTriggerCommand } from './commands/developer/trigger-command.ts';
import { addDisputeCommands } from './commands/dispute/dispute-commands.ts';
import { addErasureCommands } from './commands/erasure/erasure-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addLineCommands } from './commands/line-commands.ts';
import {
  addAdjustCommand,
  addCallbackCommands,
  addMerchantCommands,
} from './commands/merchant-commands.ts';
import { addOwedCommands } from './commands/owed-commands.ts';
import { addPayoutCommands } from './commands/payout-commands.ts';
import { addProofCommands } from './commands/proof-commands.ts';
import { addReceiptCommands } from './commands/receipt-commands.ts';
import {
  addDeliveryCommands,
  addEventCommands,
  addHealthCommand,
  addLedgerCommands,
} from './commands/record-commands.ts';
import { addRemovalCommands } from './commands/retention/removal-commands.ts';
import { addRetentionCommands } from './commands/retention/retention-commands.ts';
import { addHoldCommands, addSettlementCommands } from './commands/settlement-commands.ts';
import { addStatementCommands } from './commands/statement-commands.ts';
import { addRateCommands, addTariffCommands } from './commands/tariff-commands.ts';
import { addTokenCommands } from './commands/token-commands.ts';
import { addCustomerCommands } from './commands/trade/customer-commands.ts';
import { addFindCommand } from './commands/trade/find-command.ts';
import { addReportCommand } from './commands/trade/report-command.ts';
import { addSeriesCommand } from './commands/trade/series-command.ts';
import { addTradeCommands } from './commands/trade-commands.ts';

const AFTER_HELP = `
The service itself:
  $ payment-orders serve          (serve --help: its settings)
  $ payment-orders demo reset     (on its machine; demo reset --help)
  $ payment-orders backup <folder>, restore <folder>, drill   (on its machine; --help)
  $ payment-orders archive make|list|show|verify|compare|note   (on its machine; archive --help)
  $ payment-orders migrate        (on its machine; migrate --help)

Environment:
  OPERATOR_TOKEN      the operator token, or one of your own (see own-tokens issue);
                      or --token-file; never an argument
  PAYMENT_ORDERS_URL  where the service is (default: ${DEFAULT_URL})
  NO_COLOR            no colours

Amounts are whole minor units of their currency (cents). Times are shown in your
zone; --utc shows UTC.

${EXIT_HELP}`;

const ISSUE = 'Please report it with the command that you used.';

/** Nobody who operates a service can use a stack: it is shown to those who ask for it. */
function tellBug(error: unknown, terminal: Terminal): number {
  const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  terminal.err(`This is a bug of the command line: ${clean(told)}\n${ISSUE}\n`);
  if ((terminal.env.PAYMENT_ORDERS_DEBUG ?? '') === '') {
    terminal.err('PAYMENT_ORDERS_DEBUG=1 shows where it happened.\n');
  } else terminal.err(`${stack}\n`);
  return EXIT.failed;
}

/** Never throws: a user's mistake and a bug are exit codes. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const outcome = { exit_code: EXIT.ok as number };
  const program = createProgram(terminal, (exit_code) => {
    outcome.exit_code = exit_code;
  });
  try {
    // Without a command: what there is, and no failure, as nothing was asked for.
    await program.parseAsync(args.length === 0 ? ['help'] : [...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return tellBug(error, terminal);
    // A request for help succeeds; every other exit of commander means wrong usage.
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return outcome.exit_code;
}

const SETTINGS_COMMANDS = [
  addOperatorTokenCommands,
  addCurrencyCommands,
  addRateCommands,
  addClockCommand,
  addAdoptCommand,
];

const RECORD_COMMANDS = [
  addHoldCommands,
  addReceiptCommands,
  addDeliveryCommands,
  addLedgerCommands,
  addApprovalCommands,
];

/** Its own options, which the subcommands inherit. */
function newProgram(terminal: Terminal): Command {
  return new Command('payment-orders')
    .description('Operate a payment orders service over its API.')
    .version(ownVersion(), '--version', 'print the version of this program')
    .option('--url <url>', 'the service’s address (environment: PAYMENT_ORDERS_URL)')
    .option('--token-file <file>', 'a file with the operator token')
    .option('--code-file <file>', CODE_FILE_HELP)
    .option('--secret-file <file>', SECRET_FILE_HELP)
    .option('--cell <name>', 'the cell that is meant, of a service with several')
    .option('--json', 'print the API’s answer as JSON')
    .option('--utc', 'print times in UTC')
    .option('--wide', 'print tables whole, also if they are wider than the terminal')
    .addHelpText('after', AFTER_HELP)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .showHelpAfterError('(Add --help to see what is possible.)')
    .exitOverride();
}

export function createProgram(terminal: Terminal, end: (exit_code: number) => void): Command {
  const program = newProgram(terminal);
  let told: Said = {};
  let named: readonly string[] = [];
  const performTask = async (task: Task) => {
    end(await perform(task, { ...program.opts<GlobalOptions>(), said: told, named }, terminal));
  };
  addAttentionCommands(program, performTask);
  addAlertCommands(program, performTask);
  addMerchantCommands(program, performTask);
  addTokenCommands(program, performTask);
  addAccountCommands(program, performTask, terminal);
  for (const add of SETTINGS_COMMANDS) add(program, performTask);
  addTariffCommands(program, performTask);
  addCallbackCommands(program, performTask);
  addAdjustCommand(program, performTask);
  addBrandingCommands(program, performTask, terminal, end);
  addStatementCommands(program, performTask, terminal, end);
  addLineCommands(program, performTask, terminal);
  addOwedCommands(program, performTask);
  addTradeCommands(program, performTask);
  addCustomerCommands(program, performTask);
  addSeriesCommand(program, performTask);
  addReportCommand(program, performTask);
  addDisputeCommands(program, performTask, { terminal, end });
  addFindCommand(program, performTask);
  addPayoutCommands(program, performTask, terminal, end);
  addSettlementCommands(program, performTask, terminal);
  for (const add of RECORD_COMMANDS) add(program, performTask);
  addEventCommands(program, performTask, terminal, end);
  addAuditCommands(program, performTask, terminal, end);
  addProofCommands(program, performTask, terminal, end);
  addViewCommands(program, performTask);
  addKeyCommands(program, performTask);
  addRetentionCommands(program, performTask);
  addRemovalCommands(program, performTask);
  addErasureCommands(program, performTask);
  addPeopleCommands(program, performTask, terminal);
  addSessionCommands(program, performTask);
  addOwnTokenCommands(program, performTask, terminal);
  addHealthCommand(program, performTask);
  addCellCommands(program, performTask);
  addReasons(program, (said) => {
    told = said;
  });
  addListenCommand(program, terminal, end);
  addOrderCommands(program, performTask, terminal, end);
  addTriggerCommand(program, performTask, terminal, end);
  addSandboxCommands(program, performTask, terminal, end);
  addDoctorCommand(program, terminal, end);
  addCompletionCommand(program, terminal);
  addBounds(program);
  addUsualExamples(program);
  program.hook('preAction', (_program, command) => {
    named = namedIn(command);
  });
  return program;
}
