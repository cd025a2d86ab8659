import { manualReadingDecider } from '@nightflow/domain/metering/manual-reading-decider'
import { readPrevious } from '@nightflow/projections/metering/previous-register'
import { metersOfGroup } from '@nightflow/projections/work-orders/order-queries'
import * as calls from '@nightflow/schemas/metering/group-reading'
import { isPlausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { Instant } from '@nightflow/schemas/shared/values'
import { decide } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, file, type Route } from '../http/serve.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { spreadsheetOf } from '../spreadsheet/spreadsheet.ts'
import { readingIdOf } from './reading-id.ts'

type Previous = Awaited<ReturnType<typeof readPrevious>>[number]
type Taken = { number: string; litres: number; note: string; isConfirmed: boolean }
type Batch = { batch: string; at: string; before: ReadonlyMap<string, Previous> }

const litresPerCubicMetre = 1000
const streamsAtOnce = 8

/** The meters of a group with their previous registers, by number. */
const sheetOf = (context: RequestContext, meterGroupId: number, at: string): Promise<Previous[]> =>
  context.read(async (database) => {
    const numbers = await metersOfGroup(database, meterGroupId, calls.groupReadingMax)
    return readPrevious(database, numbers, Date.parse(at))
  })

const take = async (context: RequestContext, { number, litres, note, isConfirmed }: Taken, { batch, at, before }: Batch) => {
  const previous = before.get(number)
  if (!previous) return rejected('reading-meter-not-in-group', { number })
  const { previousLitres, plausibleUntilLitres } = previous
  const asked = { readingId: readingIdOf(batch, number, at), number, at, litres, note, isConfirmed, previousLitres, plausibleUntilLitres }
  return decide(context, manualReadingDecider, { type: 'TakeManualReading', ...asked, planRefusal: null }, () => undefined)
}

const byNumber = (rows: readonly Previous[]): ReadonlyMap<string, Previous> => new Map(rows.map((row) => [row.number, row]))

type Row = CheckedRow<calls.GroupReadingSheetRow>
const takenOf = ({ values: { number, registerCubicMetres = 0, note = '', isConfirmed } }: Row): Taken => ({
  ...{ number, note, litres: Math.round(registerCubicMetres * litresPerCubicMetre), isConfirmed: isConfirmed === YesNo.enum.yes },
})
const isRead = ({ values }: Row): boolean => values.registerCubicMetres !== undefined

/** Refusals that are known before anything is written. */
const refusalsOf = (rows: readonly Row[], before: ReadonlyMap<string, Previous>): Map<Row, Rejection> => {
  const seen = new Set<string>()
  const refusals = new Map<Row, Rejection>()
  for (const row of rows) {
    const { number, litres, isConfirmed } = takenOf(row)
    const previous = before.get(number)
    if (!previous) refusals.set(row, rejected('reading-meter-not-in-group', { number }))
    else if (seen.has(number)) refusals.set(row, rejected('meter-twice-in-sheet', { number }))
    else if (isRead(row) && !isConfirmed && !isPlausibleRegister(litres, previous))
      refusals.set(row, rejected('reading-implausible', { number }))
    seen.add(number)
  }
  return refusals
}

/** Group and instant of an import. */
const placeOf = (about: string): { meterGroupId: number; at: string } => {
  const [group = '', at = ''] = about.split('@')
  return { meterGroupId: /^\d{1,15}$/.test(group) ? Number(group) : 0, at: Instant.safeParse(at).success ? at : new Date().toISOString() }
}

/** The meters of a group are read together: the sheet, a batch, and the filled sheet as a file. */
export const groupReadingRoutes: readonly Route[] = [
  ask(calls.findGroupSheet, async ({ meterGroupId, at = new Date().toISOString(), limit }, context) => ({
    rows: (await sheetOf(context, meterGroupId, at)).slice(0, limit),
  })),
  file(calls.downloadGroupSheet, async ({ meterGroupId, at = new Date().toISOString(), heads }, context) => {
    const rows = (await sheetOf(context, meterGroupId, at)).map(({ number, name, address, previousLitres }) => ({
      number,
      place: [name, address].filter(Boolean).join(', '),
      previousCubicMetres: previousLitres === null ? null : previousLitres / litresPerCubicMetre,
      registerCubicMetres: null,
      note: null,
      isConfirmed: null,
    }))
    const fields = Object.keys(calls.GroupReadingSheetRow.shape)
    const named = Object.fromEntries(fields.map((field) => [field, heads?.[field] ?? field]))
    return { fileName: 'group-readings.xlsx', ...(await spreadsheetOf(rows, { heads: named })) }
  }),
  command(calls.takeGroupReadings, async ({ batchId, meterGroupId, at, rows }, context) => {
    const batch: Batch = { batch: batchId, at, before: byNumber(await sheetOf(context, meterGroupId, at)) }
    const decided = await decideEach(rows, (row) => take(context, row, batch), { atOnce: streamsAtOnce })
    const refused = decided.refused.map(({ item: { number }, refusal }) => ({
      ...{ number, reason: refusal.rejected, message: textOfRejection(refusal, context.language) },
    }))
    const counts = { taken: decided.accepted.length, refused: refused.length }
    return { response: { taken: counts.taken, refused }, after: { meterGroupId, batchId, ...counts }, position: decided.position }
  }),
  ...importRoutes(
    { importTemplate: calls.importGroupReadingsTemplate, importData: calls.importGroupReadings },
    {
      noun: 'group-readings',
      form: calls.GroupReadingSheetRow,
      dictionaries: { isConfirmed: 'sys_yes_no' },
      rowsMax: calls.groupReadingMax,
      prepare: async (context, { about = '' }) => {
        const { meterGroupId, at } = placeOf(about)
        const before = byNumber(await sheetOf(context, meterGroupId, at))
        return {
          refuseEach: async (_, rows) => refusalsOf(rows, before),
          append: async (rows, onRow) => {
            const decided = await decideEach(rows.filter(isRead), async (row) => {
              onRow()
              const taken = takenOf(row)
              // The same cell again is the same reading; another value for the instant is another one.
              return take(context, taken, { batch: `${about}/${taken.litres}`, at, before })
            })
            return { refusals: new Map(decided.refused.map(({ item, refusal }) => [item, refusal])), position: decided.position }
          },
        }
      },
      columns: { 'reading-meter-not-in-group': 'number', 'meter-twice-in-sheet': 'number', 'reading-implausible': 'registerCubicMetres' },
    },
  ),
]
