import { recordOperation } from '@nightflow/platform/operations/operation-log'
import { projections } from '@nightflow/projections/projections'
import { describeSetAside, scanSetAside } from '@nightflow/projections/projector/set-aside-events'
import { shardsMax } from '@nightflow/projections/projector/shard'
import { ReplayRunningError, replayViews, verifyViews } from '@nightflow/projections/views/replay'
import { revealEvent } from '@nightflow/schemas/audit/endpoints'
import { lines } from '@nightflow/schemas/shared/text'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { moveLog } from './audit/move-log.ts'
import { parseUntil, resolveUntil, type Until } from './audit/position-at.ts'
import { printEvents } from './audit/print-events.ts'
import { showRebuild } from './audit/rebuild-progress.ts'
import { checkedBy } from './shared/checked-by.ts'
import { CommandRefusal } from './shared/command-refusal.ts'
import { requireTenant, withLog } from './shared/database.ts'
import { parseBetween } from './shared/parse-between.ts'
import { printLine } from './shared/print-line.ts'
import { findService, type ServerOptions, type ServiceAddress } from './shared/running-server.ts'

const parseCount = (value: string): number => {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('a whole number')
  return Number(value)
}

const parseProjection = (value: string): string => {
  const names = projections.map(({ name }) => name)
  if (value !== 'all' && !names.includes(value)) throw new InvalidArgumentError(`all, or one of ${names.join(', ')}`)
  return value
}

/** Runs a rebuild with its progress; another one that runs already is a sentence, not a stack. */
const rebuilding = async <Result>(work: (onProgress: ReturnType<typeof showRebuild>['onProgress']) => Promise<Result>): Promise<Result> => {
  const shown = showRebuild()
  try {
    return await work(shown.onProgress)
  } catch (error) {
    if (error instanceof ReplayRunningError) throw new CommandRefusal(`${error.message}.`)
    throw error
  } finally {
    shown.end()
  }
}

type ReplayCommand = { tenant?: string; until?: Until; shards?: number }

const replay = async (projection: string, options: ReplayCommand, service: ServiceAddress): Promise<void> =>
  withLog(service, async (pool, log) => {
    if (options.tenant) await requireTenant(pool, options.tenant)
    if (projection !== 'all' || options.tenant) {
      process.stderr.write('Views are rebuilt together, for every tenant: partitions are derived from the days of meters.\n')
    }
    const until = options.until && (await resolveUntil(log, options.until))
    const { shards } = options
    const which = { ...(until !== undefined && { until }), ...(shards !== undefined && { shards }) }
    const { position, setAside } = await rebuilding((onProgress) => replayViews({ pool, log, onProgress, ...which }))
    await printLine(
      until === undefined
        ? `All read models are rebuilt up to position ${position}${shards === undefined ? '' : `, divided into ${shards},`} and serve.`
        : `The read models as of position ${position} are in the schema views_as_of; the live ones are unchanged.`,
    )
    for (const event of setAside) await printLine(describeSetAside(event))
  })

const verify = async (service: ServiceAddress): Promise<void> =>
  withLog(service, async (pool, log) => {
    const findings = await rebuilding((onProgress) => verifyViews({ pool, log, onProgress }))
    for (const finding of findings) await printLine(finding)
    for await (const event of scanSetAside(pool)) await printLine(describeSetAside(event))
    if (findings.length === 0) await printLine('identical')
    else process.exitCode = 1
  })

type EventsCommand = { readings: boolean; personal?: string; after: number; limit: number }

/** Personal data are printed only once the row of the operation log is there, as the audit screen shows them. */
const events = async (stream: string, { personal, ...options }: EventsCommand, service: ServiceAddress): Promise<void> =>
  withLog(service, async (pool, log) => {
    if (personal !== undefined) {
      const { code: tenant } = await requireTenant(pool, stream.split('/')[0]!)
      const operation = `${revealEvent.method} ${revealEvent.path}`
      const subject = { stream, after: options.after, limit: options.limit, reason: personal }
      await recordOperation(pool, { tenant, actor: 'cli:events', operation, subject, outcome: 'accepted', address: '' })
    }
    await printEvents(log, stream, { ...options, personal: personal !== undefined }, printLine)
  })

/** `events`, `replay`, `verify` and `move-log`: what concerns the log. */
export const addAuditCommands = (program: Command): void => {
  program
    .command('events')
    .description('print the events of a stream, oldest first, one JSON object a line')
    .argument('<stream>', '<tenant>/<context>-<aggregate>-<id>, such as demo/metering-gateway-import')
    .option('--readings', 'unpack the readings of frames', false)
    .addOption(
      new Option(
        '--personal <reason>',
        'print personal data, which are masked otherwise; the operation log of the tenant keeps the reason',
      ).argParser(checkedBy(lines(200).min(3))),
    )
    .option('--after <version>', 'only events after this version of the stream', parseCount, 0)
    .option('--limit <count>', 'at most so many', parseCount, 1000)
    .action(async (stream: string, options: EventsCommand, command: Command) =>
      events(stream, options, findService(command.optsWithGlobals<ServerOptions>())),
    )

  program
    .command('replay')
    .description('rebuild the read models from the log beside the live ones, which serve meanwhile, and swap them')
    .argument('<projection>', 'all, or the name of a projection', parseProjection)
    .option('--tenant <code>', 'the tenant that asks (read models of all tenants are rebuilt together)')
    .option('--until <position or time>', 'what did we believe then: rebuild up to here into the schema views_as_of', parseUntil)
    .addOption(
      new Option('--shards <count>', 'divide the read models by meter among so many projectors at most; as they are when absent')
        .argParser(parseBetween(1, shardsMax))
        .conflicts('until'),
    )
    .action(async (projection: string, options: ReplayCommand, command: Command) =>
      replay(projection, options, findService(command.optsWithGlobals<ServerOptions>())),
    )

  program
    .command('move-log')
    .description('bring the log from PostgreSQL to the EventStoreDB of --eventstoredb-url; interrupted, it goes on when it is run again')
    .action(async (_options: object, command: Command) => {
      const events = await moveLog(findService(command.optsWithGlobals<ServerOptions>()))
      await printLine(
        `${events} events are in EventStoreDB, and the log in PostgreSQL takes no more. Start every process with EVENTSTOREDB_URL; the read models are built anew then.`,
      )
    })

  program
    .command('verify')
    .description(
      'check every hash chain and compare each view, row by row, with one rebuilt from the log; prints identical or what differs (exit code 1)',
    )
    .action(async (_options: object, command: Command) => verify(findService(command.optsWithGlobals<ServerOptions>())))
}
