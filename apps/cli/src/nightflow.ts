#!/usr/bin/env node
import { Command } from 'commander'
import { CommandRefusal } from './shared/command-refusal.ts'
import { addStsCommands } from './sts-commands.ts'

const program = new Command('nightflow')
  .description('Works beside a running Nightflow (npm start).')
  .option('--base-url <url>', 'address of the server (default: the one that runs here)')
  .option('--gateway-url <url>', 'where it takes frames, if its roles run apart (default: the same address)')
  .option('--database-url <url>', 'its PostgreSQL (default: the one that runs here)')
  .option('--eventstoredb-url <url>', 'its log, where that is in EventStoreDB (default: that of the one that runs here)')
  .option('--state-folder <path>', 'where the server keeps its address and keys (default: .nightflow)')
  .showHelpAfterError('(add --help for what is possible)')
  .addHelpText('after', '\nExample: npm run nightflow -- import-flows flows.csv --timezone Europe/Rome --unit l/s')

// Commands for tokens need neither service nor database. The others take six times as long to load.
if (!process.argv[2]?.startsWith('sts-')) (await import('./connected-commands.ts')).addConnectedCommands(program)
addStsCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(error instanceof CommandRefusal ? `${error.message}\n` : `${(error as Error).stack ?? String(error)}\n`)
  process.exitCode = 1
}
