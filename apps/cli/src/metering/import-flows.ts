import { basename } from 'node:path'
import { PartitionList, type PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { obtainGatewayKeys } from '@nightflow/server/gateway-keys'
import { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { requireTenant, withLog } from '../shared/database.ts'
import { issueToken } from '../shared/issue-token.ts'
import { requireServer, type ServerOptions, waitForViews } from '../shared/running-server.ts'
import { completeImport, declareImport, fingerprintOf } from './declare-import.ts'
import { type FlowColumn, type FlowUnit, parseFlowTable } from './flow-table.ts'
import { framesOf } from './import-frames.ts'
import { readLines } from './read-lines.ts'
import { registerMeters } from './register-meters.ts'
import { describeSent, sendFrames } from './send-frames.ts'

const hourMilliseconds = 3_600_000
/** The gateway in whose name files are imported. */
export const importGateway = 'import'

export const inletNumber = (column: Pick<FlowColumn, 'id'>): string => `${column.id}-inlet`

type Server = { baseUrl: string; bearer: string }
const Accepted = z.object({ position: z.int() })

const refuseOtherZone = (partition: PartitionRow, timeZone: string): void => {
  if (partition.timeZone === timeZone) return
  throw new CommandRefusal(
    `partition ${partition.id} exists in ${partition.timeZone}; import with --timezone ${partition.timeZone}, or rename the column.`,
  )
}

/** One partition per column with one inlet; what is there already is left as it is. Answers the last position. */
const preparePartitions = async (server: Server, columns: readonly FlowColumn[], timeZone: string): Promise<number> => {
  const { rows } = PartitionList.parse(await requestServer(server, 'GET', '/api/v1/partitions'))
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { id } of columns) {
    const partition = known.get(id)
    if (partition) refuseOtherZone(partition, timeZone)
  }
  const meters = columns.map((column) => ({ number: inletNumber(column), name: column.name, timeZone }))
  let { position } = await registerMeters(server, meters)
  for (const column of columns) {
    const partition = known.get(column.id)
    const number = inletNumber(column)
    const requests: [path: string, body: object, expected: string][] = []
    if (!partition)
      requests.push(['/api/v1/partitions', { partitionId: column.id, name: column.name, timeZone }, 'partition-already-exists'])
    if (!partition?.summaryMeters.some((meter) => meter.number === number)) {
      requests.push([`/api/v1/partitions/${column.id}/summary-meters`, { number }, 'meter-already-in-partition'])
    }
    for (const [path, body, expected] of requests) {
      const answer = await requestServer(server, 'POST', path, body, [expected])
      if (answer !== undefined) position = Math.max(position, Accepted.parse(answer).position)
    }
  }
  return position
}

const seriesOf = (column: FlowColumn) => ({
  meter: inletNumber(column),
  // A reading stands at the end of its interval; the file names the beginning of the hour.
  at: column.hourStart.map((start) => start + hourMilliseconds),
  deltaLitres: column.litres,
  seconds: hourMilliseconds / 1000,
})

export type ImportFlows = ServerOptions & { tenant: string; timezone: string; unit: FlowUnit }

/** `import-flows`: answers the lines to print once every query sees the import. */
export const importFlows = async (file: string, options: ImportFlows): Promise<string[]> => {
  const columns = await parseFlowTable(file, readLines(file), options.unit)
  const server = await requireServer(options)
  const { sent, position } = await withLog(server, async (pool, log) => {
    await requireTenant(pool, options.tenant)
    const admin = { baseUrl: server.baseUrl, bearer: await issueToken(pool, options.tenant, 'admin', 1) }
    const headBefore = await log.head()
    const settings = { unit: options.unit, timezone: options.timezone }
    const fingerprint = await fingerprintOf(file, settings)
    const { importId } = await declareImport(admin, { kind: 'flows', fileName: basename(file), fingerprint, settings })
    const prepared = await preparePartitions(admin, columns, options.timezone)
    const [key = ''] = (await obtainGatewayKeys(pool, server.stateFolder, options.tenant, [importGateway])).values()
    const frames = [...framesOf(importId, columns.map(seriesOf))]
    const answers = await sendFrames({ baseUrl: server.gatewayUrl, bearer: key, importId }, frames, headBefore)
    const completed = await completeImport(admin, importId)
    return { sent: answers, position: Math.max(completed, prepared, answers.position) }
  })
  process.stderr.write('Waiting until the views have seen everything …\n')
  await waitForViews(server.baseUrl, position, () => {})
  return [...describeSent(sent), `Partitions: ${columns.map(({ id }) => id).join(', ')}.`]
}
