import { findInfrastructure as infrastructureOfViews } from '@nightflow/projections/leakage/partition-infrastructure'
import * as calls from '@nightflow/schemas/leakage/infrastructure'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import { command, query, type Route } from '../http/serve.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { decideInCascade } from './decide-in-cascade.ts'

type Row = CheckedRow<calls.InfrastructureSheetRow>

/** Rows are events: those that are good are decided one after the other, each in its cascade. */
const prepare = async (context: RequestContext) => ({
  write: async (database: PoolClient, { values: { partitionId } }: Row): Promise<Rejection | undefined> => {
    const point = await database.query('select from views.partitions where id = $1', [partitionId])
    return point.rows.length > 0 ? undefined : rejected('partition-not-found', { partitionId })
  },
  append: async (rows: readonly Row[], onRow: () => void) => {
    const refusals = new Map<Row, Rejection>()
    let position = 0
    for (const row of rows) {
      const decided = await decideInCascade(context, { type: 'SetInfrastructure', ...row.values })
      if (isRejection(decided)) refusals.set(row, decided)
      else position = Math.max(position, decided.position)
      onRow()
    }
    return { refusals, position }
  },
})

/** Pipes, pressure and assumptions of metering points: by a form, by a spreadsheet, and their list. */
export const infrastructureRoutes: readonly Route[] = [
  query(calls.findInfrastructure, infrastructureOfViews),
  command(calls.setInfrastructure, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'SetInfrastructure', partitionId: id, ...request }),
  ),
  command(calls.removeInfrastructure, ({ id, ...request }, context) =>
    decideInCascade(context, { type: 'RemoveInfrastructure', partitionId: id, ...request }),
  ),
  ...importRoutes(
    { importTemplate: calls.importInfrastructureTemplate, importData: calls.importInfrastructure },
    {
      noun: 'infrastructure',
      form: calls.InfrastructureSheetRow,
      dictionaries: {},
      prepare,
      columns: { 'partition-not-found': 'partitionId', 'infrastructure-days-exceeded': 'from' },
    },
  ),
]
