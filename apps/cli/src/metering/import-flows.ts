import { openTable } from '../shared/table/open-table.ts'
import type { TableOptions } from '../shared/table/table.ts'
import { describeFlows } from './describe-tables.ts'
import { type FlowColumn, type FlowOptions, type FlowTable, parseFlowTable } from './flow-table.ts'
import { meterNumberOf } from './identifiers.ts'
import type { ImportSeries } from './import-frames.ts'
import { type PreparedInlet, preparePartitions } from './prepare-partitions.ts'
import { readSettings } from './read-settings.ts'
import { registerMeters } from './register-meters.ts'
import { describeSent } from './send-frames.ts'
import { type ImportOptions, type Server, settingsOf, storeReadings } from './store-readings.ts'

/** `partitions`: each column is the one inlet of a partition of its own. `meters`: each column is a meter, such as those of `import-network`. */
export const flowTargets = ['partitions', 'meters'] as const

export type ImportFlows = ImportOptions &
  TableOptions &
  FlowOptions & {
    into: (typeof flowTargets)[number]
    /** New meters are declared two-way, so that their flows may be negative. */
    twoWay?: boolean
    dryRun: boolean
  }

const seriesOf = (column: FlowColumn, meter: string, table: FlowTable): ImportSeries =>
  table.seconds === undefined
    ? { meter, at: column.at, litres: column.litres, flags: column.flags }
    : { meter, at: column.at, deltaLitres: column.litres, seconds: table.seconds, flags: column.flags }

const prepareMeters = async (server: Server, columns: readonly FlowColumn[], details: { timeZone: string; isTwoWay?: true }) => {
  const inlets = columns.map(({ name }): PreparedInlet => ({ id: '', meter: meterNumberOf(name), isNew: false }))
  const { position } = await registerMeters(
    server,
    inlets.map(({ meter }) => ({ number: meter, ...details })),
  )
  return { inlets, position }
}

/** `import-flows`: answers the lines to print once every query sees the import; with `dryRun` what was understood, and nothing is sent. */
export const importFlows = async (file: string, options: ImportFlows): Promise<string[]> => {
  const table = await openTable(file, options)
  const flows = await parseFlowTable(table, options)
  if (options.dryRun) {
    const becomes = ({ id, name }: FlowColumn) => (options.into === 'meters' ? `meter ${meterNumberOf(name)}` : `partition ${id}`)
    return [...describeFlows(table, flows, { ...options, becomes }), 'Nothing was sent: this was a dry run.']
  }
  const { columns } = flows
  const details = { timeZone: options.timezone, ...(options.twoWay && { isTwoWay: true as const }) }
  let inlets: PreparedInlet[] = []
  const { sent } = await storeReadings(options, {
    kind: 'flows',
    file,
    settings: {
      ...readSettings(options),
      ...settingsOf({ unit: options.unit.name, values: flows.values, stamp: options.stamp, into: options.into }),
    },
    prepare: async (admin) => {
      const prepared =
        options.into === 'meters' ? await prepareMeters(admin, columns, details) : await preparePartitions(admin, columns, details)
      inlets = prepared.inlets
      return prepared
    },
    series: () => columns.map((column, at) => seriesOf(column, inlets[at]?.meter ?? '', flows)),
  })
  const fresh = inlets.filter(({ isNew }) => isNew).length
  return [
    ...describeSent(sent),
    ...incompleteHours(flows),
    options.into === 'meters'
      ? `Meters: ${inlets.map(({ meter }) => meter).join(', ')}.`
      : `Partitions: ${inlets.map(({ id }) => id).join(', ')}; ${fresh} new of ${inlets.length}.`,
  ]
}

const incompleteHours = ({ columns, ambiguousRows, skippedRows }: FlowTable): string[] => {
  const hours = columns.reduce((sum, column) => sum + column.incompleteHours, 0)
  return [
    ...(hours > 0 ? [`Hours left unknown because some of their rows are missing: ${hours}.`] : []),
    ...(ambiguousRows > 0
      ? [`Rows in the hour that autumn repeats, counted for its first pass: ${ambiguousRows}, flagged ambiguous-time.`]
      : []),
    ...(skippedRows > 0 ? [`Rows in the hour that spring skips: ${skippedRows}, flagged skipped-time.`] : []),
  ]
}
