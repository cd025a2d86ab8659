import { importMeters, importMetersTemplate, MeterSheetRow } from '@nightflow/schemas/devices/import-meters'
import type { MeterDetails } from '@nightflow/schemas/devices/register-meter'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { Asked } from '../http/asked.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { registerEach } from './register-meters.ts'

/** A decimal comma is read as a point: spreadsheets of French and Indonesian readers write it. */
const decimal = (text: string): string => text.replace(/^(-?\d+),(\d+)$/, '$1.$2')

const detailsOf = ({ values }: CheckedRow<MeterSheetRow>): MeterDetails => {
  const { hasValve, ...details } = values
  return { ...details, hasValve: hasValve === 'Y' }
}

const prepare = async (asked: Asked) => {
  const named = new Set<string>()
  return {
    reading: { latitude: decimal, longitude: decimal, caliberMillimetres: decimal },
    write: async (database: PoolClient, { values }: CheckedRow<MeterSheetRow>): Promise<Rejection | undefined> => {
      const { number } = values
      if (named.has(number)) return rejected('meter-already-registered')
      named.add(number)
      const known = await database.query('select 1 from views.meters where number = $1', [number])
      return known.rows.length > 0 ? rejected('meter-already-registered') : undefined
    },
    append: async (rows: readonly CheckedRow<MeterSheetRow>[]) => {
      const { refused, position } = await registerEach(rows.map(detailsOf), asked)
      const rowOf = new Map(rows.map((row) => [row.values.number, row]))
      return { refusals: new Map(refused.map(({ number, refusal }) => [rowOf.get(number)!, refusal])), position }
    },
  }
}

/** Meters by the spreadsheet; each row that is imported registers one meter and claims its readings. */
export const importMetersRoutes = importRoutes(
  { importTemplate: importMetersTemplate, importData: importMeters },
  {
    noun: 'meters',
    form: MeterSheetRow,
    dictionaries: { hasValve: 'sys_yes_no' },
    prepare,
    columns: { 'meter-already-registered': 'number' },
  },
)
