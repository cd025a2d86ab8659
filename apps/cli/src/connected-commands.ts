import { Role } from '@nightflow/schemas/shared/permissions'
import { GatewayName, TenantCode } from '@nightflow/schemas/shared/values'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { addAuditCommands } from './audit-commands.ts'
import { addFileImportCommands } from './file-import-commands.ts'
import { addImportsCommands } from './imports-commands.ts'
import { addLeakageCommands } from './leakage-commands.ts'
import { type KafkaOptions, printDeadLetters, putDeadLettersBack } from './metering/dead-letters.ts'
import { addPlatformCommands } from './platform-commands.ts'
import { addPrivacyCommands } from './privacy-commands.ts'
import { checkedBy } from './shared/checked-by.ts'
import { requireTenant, withDatabase } from './shared/database.ts'
import { createGatewayKey } from './shared/gateway-key.ts'
import { issueToken } from './shared/issue-token.ts'
import { printLine } from './shared/print-line.ts'
import { findService, type ServerOptions } from './shared/running-server.ts'
import { addViewsCommands } from './views-commands.ts'

const parseHours = (value: string): number => {
  const hours = Number(value)
  if (!(hours > 0 && hours <= 24 * 30)) throw new InvalidArgumentError('hours, more than 0 and at most 720')
  return hours
}

const tenantOption = () => new Option('--tenant <code>', 'tenant').argParser(checkedBy(TenantCode)).default('demo')

/** Commands that work with a service or its database. */
export const addConnectedCommands = (program: Command): void => {
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

  addFileImportCommands(program)
  addImportsCommands(program)
  addLeakageCommands(program)
  addPlatformCommands(program)
  addAuditCommands(program)
  addViewsCommands(program)
  addPrivacyCommands(program)
}
