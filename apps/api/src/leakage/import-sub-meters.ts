import { type PartitionCommand, partitionDecider } from '@nightflow/domain/leakage/partition-decider'
import { meterFits } from '@nightflow/projections/leakage/meter-fits'
import { findPartition } from '@nightflow/projections/leakage/partitions'
import * as calls from '@nightflow/schemas/leakage/meter-choice'
import type { AssociateSubMeters } from '@nightflow/schemas/leakage/partition'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection, type RejectionCode, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { refusalOf } from '../http/decide.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { Route } from '../http/serve.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { decideInCascade } from './decide-in-cascade.ts'

type Row = CheckedRow<calls.SubMeterSheetRow>
type Refusals = Map<Row, Rejection>

/** Rows of the same days are one command. */
const commandsOf = (rows: readonly Row[], partitionId: string): { rows: Row[]; command: AssociateSubMeters }[] =>
  [...Map.groupBy(rows, ({ values: { from = '', to = '' } }) => `${from} ${to}`).values()].map((same) => {
    const { from, to } = same[0]!.values
    const numbers = same.map(({ values }) => values.number)
    return { rows: same, command: { type: 'AssociateSubMeters', partitionId, numbers, ...(from && { from }), ...(to && { to }) } }
  })

/** Meters of the sheet in an earlier row too. */
const repeatedIn = (rows: readonly Row[]): Row[] => {
  const first = new Set<string>()
  return rows.filter(({ values: { number } }) => first.has(number) || !first.add(number))
}

/** Read with the caller's scope: what is out of it is not there. */
const refuseEach = (rows: readonly Row[], partitionId: string, context: RequestContext): Promise<Refusals> =>
  context.read((database) => refusalsOf(database, rows, partitionId, context))

const refusalsOf = async (database: PoolClient, rows: readonly Row[], partitionId: string, context: RequestContext): Promise<Refusals> => {
  const refusals: Refusals = new Map()
  const point = await findPartition(database, { id: partitionId })
  if (!point) return new Map(rows.map((row) => [row, rejected('partition-not-found', { partitionId })]))
  for (const row of repeatedIn(rows)) refusals.set(row, rejected('meter-twice-in-sheet', { number: row.values.number }))
  for (const isBulk of [YesNo.enum.no, YesNo.enum.yes])
    for (const { rows: same, command } of commandsOf(
      rows.filter((row) => row.values.isBulk === isBulk && !refusals.has(row)),
      partitionId,
    )) {
      const fits = await meterFits(database, partitionId, 'sub', command.numbers, { ...command, onlyOpened: isBulk === YesNo.enum.no })
      for (const [at, { problem, details }] of (fits ?? []).entries()) if (problem) refusals.set(same[at]!, { rejected: problem, details })
    }
  // The cascade has the last word, of each group of rows as it would be commanded.
  for (const { rows: same, command } of commandsOf(
    rows.filter((row) => !refusals.has(row)),
    partitionId,
  )) {
    const given: PartitionCommand = { ...command, rootId: point.rootId }
    const refusal = await refusalOf(context, partitionDecider, given)
    if (refusal) for (const row of same) refusals.set(row, refusal)
  }
  return refusals
}

const append = async (rows: readonly Row[], partitionId: string, context: RequestContext, onRow: () => void) => {
  const refusals: Refusals = new Map()
  let position = 0
  for (const { rows: same, command } of commandsOf(rows, partitionId)) {
    const bulk = same.filter(({ values }) => values.isBulk === YesNo.enum.yes).map(({ values }) => values.number)
    const decided = await decideInCascade(context, { ...command, onlyOpened: true, bulk })
    if (isRejection(decided)) for (const row of same) refusals.set(row, decided)
    else position = Math.max(position, decided.position)
    for (const _ of same) onRow()
  }
  return { refusals, position }
}

const columns: Partial<Record<RejectionCode, string>> = {
  'meter-not-registered': 'number',
  'meter-zone-differs': 'number',
  'meter-already-in-partition': 'number',
  'membership-overlaps': 'number',
  'meter-in-other-cascade': 'number',
  'meter-without-account': 'number',
  'meter-twice-in-sheet': 'number',
  'memberships-exceeded': 'number',
  'membership-ends-before-start': 'to',
}

/** Customers' meters of one metering point from a spreadsheet: a template, a preview with each refused row, and the good rows or all. */
export const importSubMeterRoutes: readonly Route[] = importRoutes(
  { importTemplate: calls.importSubMetersTemplate, importData: calls.importSubMeters },
  {
    noun: 'sub-meters',
    form: calls.SubMeterSheetRow,
    dictionaries: { isBulk: 'sys_yes_no' },
    rowsMax: calls.metersPerImportMax,
    prepare: async (context, { about = '' }) => ({
      refuseEach: (_, rows) => refuseEach(rows, about, context),
      append: (rows, onRow) => append(rows, about, context, onRow),
    }),
    columns,
  },
)
