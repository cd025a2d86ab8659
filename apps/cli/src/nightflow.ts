#!/usr/bin/env node
import { GatewayName } from '@nightflow/schemas/platform/gateway'
import { Role } from '@nightflow/schemas/shared/permissions'
import { TenantCode, TimeZone } from '@nightflow/schemas/shared/values'
import { Command, InvalidArgumentError, Option } from 'commander'
import { addAuditCommands } from './audit-commands.ts'
import { addImportsCommands } from './imports-commands.ts'
import { type KafkaOptions, printDeadLetters, putDeadLettersBack } from './metering/dead-letters.ts'
import { type FlowUnit, flowUnits, isFlowUnit } from './metering/flow-table.ts'
import { importFlows } from './metering/import-flows.ts'
import { importRegisters, registerFormats } from './metering/import-registers.ts'
import { addPlatformCommands } from './platform-commands.ts'
import { checkedBy } from './shared/checked-by.ts'
import { CommandRefusal } from './shared/command-refusal.ts'
import { requireTenant, withDatabase } from './shared/database.ts'
import { createGatewayKey } from './shared/gateway-key.ts'
import { issueToken } from './shared/issue-token.ts'
import { printLine } from './shared/print-line.ts'
import { findService, type ServerOptions } from './shared/running-server.ts'
import { addViewsCommands } from './views-commands.ts'

const parseUnit = (value: string): FlowUnit => {
  const unit = value.toLowerCase().replace('³', '3')
  if (!isFlowUnit(unit)) throw new InvalidArgumentError(`one of ${Object.keys(flowUnits).join(', ')}`)
  return unit
}

const parseHours = (value: string): number => {
  const hours = Number(value)
  if (!(hours > 0 && hours <= 24 * 30)) throw new InvalidArgumentError('hours, more than 0 and at most 720')
  return hours
}

const tenantOption = () => new Option('--tenant <code>', 'tenant').argParser(checkedBy(TenantCode)).default('demo')
const timeZoneOption = () =>
  new Option('--timezone <zone>', 'IANA time zone, such as Europe/Rome').argParser(checkedBy(TimeZone)).makeOptionMandatory()

const program = new Command('nightflow')
  .description('Works beside a running Nightflow (npm start).')
  .option('--base-url <url>', 'address of the server (default: the one that runs here)')
  .option('--gateway-url <url>', 'where it takes frames, if its roles run apart (default: the same address)')
  .option('--database-url <url>', 'its PostgreSQL (default: the one that runs here)')
  .option('--eventstoredb-url <url>', 'its log, where that is in EventStoreDB (default: that of the one that runs here)')
  .option('--state-folder <path>', 'where the server keeps its address and keys (default: .nightflow)')
  .showHelpAfterError('(add --help for what is possible)')
  .addHelpText('after', '\nExample: npm run nightflow -- import-flows flows.csv --timezone Europe/Rome --unit l/s')

program
  .command('token')
  .description('print a bearer token of the API, and nothing else')
  .addOption(tenantOption())
  .addOption(new Option('--role <role>', 'what it may do').choices(Role.options).default('analyst'))
  .option('--hours <hours>', 'how long it is good', parseHours, 12)
  .action(async (options: { tenant: string; role: Role; hours: number }, command: Command) => {
    const { databaseUrl } = findService(command.optsWithGlobals<ServerOptions>())
    await withDatabase(databaseUrl, async (pool) => {
      await requireTenant(pool, options.tenant)
      await printLine(await issueToken(pool, options.tenant, options.role, options.hours))
    })
  })

program
  .command('gateway-key')
  .description('create a gateway and print its key, and nothing else')
  .addOption(tenantOption())
  .addOption(new Option('--name <name>', 'name of the gateway').argParser(checkedBy(GatewayName)).makeOptionMandatory())
  .option('--rotate', 'revoke the key of an existing gateway and print a new one', false)
  .action(async (options: { tenant: string; name: string; rotate: boolean }, command: Command) => {
    const { databaseUrl } = findService(command.optsWithGlobals<ServerOptions>())
    await withDatabase(databaseUrl, async (pool) => {
      await requireTenant(pool, options.tenant)
      await printLine(await createGatewayKey(pool, options.tenant, options.name, options.rotate))
    })
  })

program
  .command('import-flows')
  .description('import hourly mean flows: one partition per column; running it again changes nothing')
  .argument('<file>', 'CSV, also gzip: first column the UTC instant at which the hour begins, every other column one inlet')
  .addOption(tenantOption())
  .addOption(timeZoneOption())
  .addOption(
    new Option('--unit <unit>', `unit of the flows: ${Object.keys(flowUnits).join(', ')}`).argParser(parseUnit).makeOptionMandatory(),
  )
  .action(async (file: string, options: { tenant: string; timezone: string; unit: FlowUnit }, command: Command) => {
    for (const line of await importFlows(file, { ...command.optsWithGlobals<ServerOptions>(), ...options })) await printLine(line)
  })

program
  .command('import-registers')
  .description('import cumulative registers of household meters; running it again changes nothing')
  .argument('<file>', 'daiad: "user key;datetime;meter reading;diff", litres, local time dd/mm/yyyy HH:MM:SS, also gzip')
  .addOption(tenantOption())
  .addOption(timeZoneOption())
  .addOption(new Option('--format <format>', 'form of the file').choices(registerFormats).default('daiad'))
  .action(async (file: string, options: { tenant: string; timezone: string; format: 'daiad' }, command: Command) => {
    for (const line of await importRegisters(file, { ...command.optsWithGlobals<ServerOptions>(), ...options })) await printLine(line)
  })

const deadLetters = program
  .command('dead-letters')
  .description('frames that came through Kafka and could not be appended to the log')
  .option('--kafka-brokers <list>', 'host:port,… (default: KAFKA_BROKERS)')
  .option('--kafka-topic <name>', 'topic of the frames (default: KAFKA_TOPIC, or nightflow.frames)')
deadLetters
  .command('list')
  .description('print those that wait, one JSON object a line, with the reason of each')
  .option('--raw', 'with the bytes of the message, base64', false)
  .action(async (_options: object, command: Command) => printDeadLetters(command.optsWithGlobals<KafkaOptions & { raw: boolean }>()))
deadLetters
  .command('replay')
  .description('put those that wait back among the frames, once what was in their way is gone')
  .action(async (_options: object, command: Command) => putDeadLettersBack(command.optsWithGlobals<KafkaOptions>()))

addImportsCommands(program)
addPlatformCommands(program)
addAuditCommands(program)
addViewsCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(error instanceof CommandRefusal ? `${error.message}\n` : `${(error as Error).stack ?? String(error)}\n`)
  process.exitCode = 1
}
