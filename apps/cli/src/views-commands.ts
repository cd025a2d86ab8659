import { tendingDefaults, tendViews } from '@nightflow/projections/views/tend-views'
import type { Command } from 'commander'
import { CommandRefusal } from './shared/command-refusal.ts'
import { withDatabase } from './shared/database.ts'
import { parseBetween } from './shared/parse-between.ts'
import { printLine } from './shared/print-line.ts'
import { findService, type ServerOptions } from './shared/running-server.ts'

type CompressOptions = { olderThanDays: number; chunks: number; retentionDays?: number }

const compress = async ({ olderThanDays, chunks, retentionDays }: CompressOptions, databaseUrl: string): Promise<void> =>
  withDatabase(databaseUrl, async (pool) => {
    const tended = await tendViews(pool, { compressAfterDays: olderThanDays, chunksMax: chunks, retentionDays }, new Date())
    if (!tended) throw new CommandRefusal('another process is compressing the read models right now; try again when it has ended.')
    if (retentionDays !== undefined) await printLine(`retired ${tended.retired}`)
    if (tended.missing) await printLine(`nothing compressed: ${tended.missing}`)
    else await printLine(`compressed ${tended.compressed}, remaining ${tended.remaining}`)
  })

/** `compress-views`: what the service does by itself every ten minutes, at once. */
export const addViewsCommands = (program: Command): void => {
  program
    .command('compress-views')
    .description('compress old days of the read models into columns, where the database is a TimescaleDB; prints how many chunks')
    .option('--older-than-days <days>', 'chunks whose days are all older', parseBetween(1, 36_500), tendingDefaults.compressAfterDays)
    .option('--chunks <count>', 'at most so many, the oldest first', parseBetween(1, 1_000), tendingDefaults.chunksMax)
    .option(
      '--retention-days <days>',
      'first take days older than so many out of the read models; the log keeps them',
      parseBetween(30, 36_500),
    )
    .action(async (options: CompressOptions, command: Command) =>
      compress(options, findService(command.optsWithGlobals<ServerOptions>()).databaseUrl),
    )
}
