import { type DetectionRow, listDetections } from '@nightflow/schemas/leakage/detection'
import { LocalDate, PartitionId, TenantCode } from '@nightflow/schemas/shared/values'
import { type Command, Option } from 'commander'
import { requestServer } from './shared/call-api.ts'
import { checkedBy } from './shared/checked-by.ts'
import { requireTenant, withDatabase } from './shared/database.ts'
import { issueToken } from './shared/issue-token.ts'
import { printLine } from './shared/print-line.ts'
import { requireServer, type ServerOptions } from './shared/running-server.ts'

type DetectionsCommand = { tenant: string; from: string; to: string; partition?: string; json: boolean }

/** `detections`: the leaks that the flow of metering points shows. */
export const addLeakageCommands = (program: Command): void => {
  program
    .command('detections')
    .description('print the leaks that the flow of metering points shows, by the day of their detection')
    .addOption(new Option('--tenant <code>', 'tenant').argParser(checkedBy(TenantCode)).default('demo'))
    .addOption(new Option('--from <date>', 'first local day').argParser(checkedBy(LocalDate)).makeOptionMandatory())
    .addOption(new Option('--to <date>', 'last local day, included').argParser(checkedBy(LocalDate)).makeOptionMandatory())
    .addOption(new Option('--partition <id>', 'one metering point instead of all').argParser(checkedBy(PartitionId)))
    .option('--json', 'one JSON array, as the API answers it', false)
    .action(async ({ tenant, json, ...range }: DetectionsCommand, command: Command) => {
      const { baseUrl, databaseUrl } = await requireServer(command.optsWithGlobals<ServerOptions>())
      const bearer = await withDatabase(databaseUrl, async (pool) => {
        await requireTenant(pool, tenant)
        return issueToken(pool, tenant, 'analyst', 1)
      })
      const query = new URLSearchParams(range)
      const rows = listDetections.response.parse(await requestServer({ baseUrl, bearer }, 'GET', `${listDetections.path}?${query}`))
      if (json) return printLine(JSON.stringify(rows))
      for (const row of rows) await printLine(describeDetection(row))
    })
}

const describeDetection = ({ partitionId, kind, startedAt, detectedAt, flowLitresPerHour, flowLow, flowHigh, endedAt }: DetectionRow) =>
  [detectedAt, partitionId, kind, startedAt, flowLitresPerHour, `${flowLow}..${flowHigh} l/h`, endedAt ?? '-'].join('\t')
