import { importMeters, importMetersTemplate, MeterSheetRow } from '@nightflow/schemas/devices/import-meters'
import type { RegisterMeter } from '@nightflow/schemas/devices/register-meter'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { isRejection, type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import type { RequestContext } from '../http/request-context.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { type Choice, choosing } from '../resource/choices.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { type TypedMeter, type TypingRules, typedMeter, typingRules } from './create-meter.ts'
import { registerEach } from './register-meters.ts'

/** A decimal comma is read as a point: spreadsheets of French and Indonesian readers write it. */
const decimal = (text: string): string | number => (/^-?\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text)

const litresPerCubicMetre = 1000
const isYes = (value: YesNo | undefined): boolean | undefined => (value === undefined ? undefined : value === YesNo.enum.yes)

const typedOf = ({ values }: CheckedRow<MeterSheetRow>): TypedMeter => {
  const { hasValve, isStored, isTwoWay, peak1Switch, peak2Switch, peak3Switch, initialRegisterCubicMetres, ...stated } = values
  return {
    ...stated,
    hasValve: hasValve === YesNo.enum.yes,
    isStored: isStored === YesNo.enum.yes,
    isTwoWay: isYes(isTwoWay),
    peak1Switch: isYes(peak1Switch),
    peak2Switch: isYes(peak2Switch),
    peak3Switch: isYes(peak3Switch),
    ...(initialRegisterCubicMetres !== undefined && { initialRegisterLitres: initialRegisterCubicMetres * litresPerCubicMetre }),
  }
}

const typeChoices = ({ types }: TypingRules): Choice<number>[] =>
  [...types.values()].map(({ meterTypeId, meterTypeName }) => ({ value: meterTypeId, label: meterTypeName, names: [] }))

const prepare = async (context: RequestContext) => {
  const rules = await typingRules(context)
  const typeOf = choosing(typeChoices(rules))
  const meters = new Map<string, Omit<RegisterMeter, 'type'>>()
  return {
    reading: {
      latitude: decimal,
      longitude: decimal,
      meterTypeId: (text: string) => {
        const id = typeOf(text)
        return isRejection(id) ? rejected('meter-type-missing') : id
      },
    },
    write: async (database: PoolClient, row: CheckedRow<MeterSheetRow>): Promise<Rejection | undefined> => {
      const { number } = row.values
      if (meters.has(number)) return rejected('meter-already-registered')
      const known = await database.query('select 1 from views.meters where number = $1', [number])
      if (known.rows.length > 0) return rejected('meter-already-registered')
      const meter = await typedMeter(database, typedOf(row), rules)
      if (isRejection(meter)) return meter
      meters.set(number, meter)
      return undefined
    },
    append: async (rows: readonly CheckedRow<MeterSheetRow>[]) => {
      const { refused, position } = await registerEach(
        rows.map(({ values }) => meters.get(values.number)!),
        context,
      )
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
    dictionaries: {
      hasValve: 'sys_yes_no',
      isStored: 'sys_yes_no',
      peak1Switch: 'sys_yes_no',
      peak2Switch: 'sys_yes_no',
      peak3Switch: 'sys_yes_no',
      dataSource: 'meter_data_source',
    },
    choices: async (context) => ({ meterTypeId: typeChoices(await typingRules(context)) }),
    prepare,
    columns: {
      'meter-already-registered': 'number',
      'meter-number-not-numeric': 'number',
      'meter-type-missing': 'meterTypeId',
    },
  },
)
