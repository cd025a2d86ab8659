import { PartitionList, type PartitionRow } from '@nightflow/schemas/leakage/night-flow'
import { z } from 'zod'
import { requestServer } from '../shared/call-api.ts'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { registerMeters } from './register-meters.ts'
import type { Server } from './store-readings.ts'

const Accepted = z.object({ position: z.int() })

/** An inlet to be: `id` and `name` of its partition. `isNamed`: the command line named the partition, whatever it is called. */
export type Inlet = { id: string; name: string; isNamed: boolean }

export type ExistingPartition = Pick<PartitionRow, 'id' | 'name' | 'timeZone' | 'summaryMeters'>

/** Where an inlet's readings go. */
export type PreparedInlet = { id: string; meter: string; isNew: boolean }

const inletNumber = (partitionId: string): string => `${partitionId}-inlet`

/**
 * The partition of an inlet: an earlier import of this name, whatever identifier it got then; otherwise the one with this identifier.
 * One that has another name is refused, because it is another partition.
 */
export const partitionFor = ({ id, name, isNamed }: Inlet, rows: readonly ExistingPartition[]): ExistingPartition | undefined => {
  const sameId = rows.find((row) => row.id === id)
  if (isNamed || sameId?.name === name) return sameId
  const imported = rows.find((row) => row.name === name && row.summaryMeters.some(({ number }) => number === inletNumber(row.id)))
  if (imported) return imported
  if (sameId) {
    throw new CommandRefusal(
      `partition ${id} exists with the name "${sameId.name}", and the column is "${name}"; rename the column, or say --column "${name}=${id}" if they are the same.`,
    )
  }
  return undefined
}

const refuseUnfit = (partition: ExistingPartition, timeZone: string): void => {
  if (partition.timeZone !== timeZone) {
    throw new CommandRefusal(
      `partition ${partition.id} exists in ${partition.timeZone}; import with --timezone ${partition.timeZone}, or rename the column.`,
    )
  }
  const inlets = [...new Set(partition.summaryMeters.filter(({ direction }) => direction === 'in').map(({ number }) => number))]
  if (inlets.length > 0 && !inlets.includes(inletNumber(partition.id))) {
    throw new CommandRefusal(
      `partition ${partition.id} has inlets already (${inlets.slice(0, 5).join(', ')}), and another one would count twice; import into its meters with --into meters and --column "HEADING=${inlets[0]}".`,
    )
  }
}

/** One partition per inlet with one summary meter; what is there already is left as it is. All are checked before the first is made. */
export const preparePartitions = async (
  server: Server,
  inlets: readonly Inlet[],
  details: { timeZone: string; isTwoWay?: true },
): Promise<{ inlets: PreparedInlet[]; position: number }> => {
  const { timeZone } = details
  const { rows } = PartitionList.parse(await requestServer(server, 'GET', '/api/v1/partitions'))
  const found = inlets.map((inlet) => partitionFor(inlet, rows))
  for (const partition of found) if (partition) refuseUnfit(partition, timeZone)
  const prepared = inlets.map(({ id }, at): PreparedInlet => {
    const partitionId = found[at]?.id ?? id
    return { id: partitionId, meter: inletNumber(partitionId), isNew: found[at] === undefined }
  })
  const meters = prepared.map(({ meter }, at) => ({ number: meter, name: inlets[at]?.name, ...details }))
  let { position } = await registerMeters(server, meters)
  for (const [at, { id, meter }] of prepared.entries()) {
    const partition = found[at]
    const requests: [path: string, body: object, expected: string][] = []
    if (!partition) requests.push(['/api/v1/partitions', { partitionId: id, name: inlets[at]?.name, timeZone }, 'partition-already-exists'])
    if (!partition?.summaryMeters.some(({ number }) => number === meter))
      requests.push([`/api/v1/partitions/${id}/summary-meters`, { number: meter }, 'meter-already-in-partition'])
    for (const [path, body, expected] of requests) {
      const answer = await requestServer(server, 'POST', path, body, [expected])
      if (answer !== undefined) position = Math.max(position, Accepted.parse(answer).position)
    }
  }
  return { inlets: prepared, position }
}
