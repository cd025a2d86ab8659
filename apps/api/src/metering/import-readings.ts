import { isInFuture, manualReadingDecider } from '@nightflow/domain/metering/manual-reading-decider'
import { instantOfMoment } from '@nightflow/domain/shared/local-time'
import { readPrevious } from '@nightflow/projections/metering/previous-register'
import { findKnownReadings } from '@nightflow/projections/metering/reading-round'
import { isPlausibleRegister, plausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { importReadings, importReadingsTemplate, ReadingSheetRow } from '@nightflow/schemas/metering/reading-import'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import type { PoolClient } from 'pg'
import { decide, timeZoneOf } from '../http/decide.ts'
import { decideEach } from '../http/decide-each.ts'
import type { Route } from '../http/serve.ts'
import type { CheckedRow } from '../resource/check-import.ts'
import { importRoutes } from '../resource/import-routes.ts'
import { readingIdOf } from './reading-id.ts'

type Row = CheckedRow<ReadingSheetRow>
type Before = Pick<
  Awaited<ReturnType<typeof readPrevious>>[number],
  'previousAt' | 'previousLitres' | 'plausibleUntilLitres' | 'litresPerDay'
>

const litresPerCubicMetre = 1000

const takenOf = ({ values: { number, readAt, registerCubicMetres, note = '', isConfirmed } }: Row) => ({
  ...{
    number,
    note,
    at: readAt,
    litres: Math.round(registerCubicMetres * litresPerCubicMetre),
    isConfirmed: isConfirmed === YesNo.enum.yes,
  },
})
const placeOf = (number: string, at: string): string => `${number}@${at}`

/** A cell of a date has no zone: the spreadsheet's reader writes it with milliseconds as if it were UTC. */
const dateCell = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/
const written = /^(\d{4}-\d\d-\d\d)[ T](\d{1,2}:\d\d)(:\d\d)?\s*(Z|[+-]\d\d:?\d\d)?$/i

/** The instant of a cell: a time of the utility's clock unless it names its offset. */
export const instantIn = (text: string, timeZone: string): string | undefined => {
  const wall = dateCell.exec(text)?.[1]
  const [, day, clock = '', seconds = ':00', offset = ''] = written.exec(text) ?? []
  if (wall === undefined && day === undefined) return undefined
  try {
    const at = instantOfMoment(wall ?? `${day}T${clock.padStart(5, '0')}${seconds}${offset}`, timeZone)
    return Number.isNaN(at) ? undefined : new Date(at).toISOString()
  } catch (error) {
    // A day or an hour that no clock has.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The register before each row: what is stored, or an earlier row of the same sheet. Rows of meters that are not registered have none. */
const findBefore = async (database: PoolClient, rows: readonly Row[]): Promise<ReadonlyMap<Row, Before>> => {
  const stored = new Map<string, Before>()
  for (const [at, those] of Map.groupBy(rows, ({ values }) => values.readAt)) {
    const numbers = [...new Set(those.map(({ values }) => values.number))]
    for (const previous of await readPrevious(database, numbers, Date.parse(at))) stored.set(placeOf(previous.number, at), previous)
  }
  const before = new Map<Row, Before>()
  const last = new Map<string, { at: string; litres: number }>()
  for (const row of rows.toSorted((one, other) => one.values.readAt.localeCompare(other.values.readAt))) {
    const { number, at, litres, isConfirmed } = takenOf(row)
    const known = stored.get(placeOf(number, at))
    if (!known) continue
    const earlier = last.get(number)
    const found = earlier && earlier.at < at && earlier.at > (known.previousAt ?? '') ? followOn(known, earlier, at) : known
    before.set(row, found)
    if (isConfirmed || isPlausibleRegister(litres, found)) last.set(number, { at, litres })
  }
  return before
}

const followOn = (known: Before, earlier: { at: string; litres: number }, at: string): Before => {
  const history = { previousAt: earlier.at, previousLitres: earlier.litres, litresPerDay: known.litresPerDay }
  const highest = [known.plausibleUntilLitres, plausibleRegister(history, Date.parse(at)).plausibleUntilLitres].filter(
    (most) => most !== null,
  )
  return { ...history, plausibleUntilLitres: highest.length > 0 ? Math.min(...highest) : null }
}

/** Refusals that are known before anything is written. */
const refusalsOf = (rows: readonly Row[], before: ReadonlyMap<Row, Before>, known: ReadonlySet<string>): Map<Row, Rejection> => {
  const seen = new Set<string>()
  const now = new Date().toISOString()
  const refusalOf = (row: Row): Rejection | undefined => {
    const { number, at, litres, isConfirmed } = takenOf(row)
    const place = placeOf(number, at)
    const previous = before.get(row)
    if (!previous) return rejected('meter-not-registered', { number })
    if (seen.has(place)) return rejected('reading-twice-in-sheet', { number })
    seen.add(place)
    if (isInFuture(at, now)) return rejected('reading-in-future', { at })
    if (known.has(`${place}/${litres}`)) return rejected('reading-known', { number })
    return isConfirmed || isPlausibleRegister(litres, previous) ? undefined : rejected('reading-implausible', { number })
  }
  return new Map(
    rows.flatMap((row) => {
      const refusal = refusalOf(row)
      return refusal ? [[row, refusal] as const] : []
    }),
  )
}

/** Registers that people read, from a spreadsheet: any meters at any instants. */
export const readingImportRoutes: readonly Route[] = importRoutes(
  { importTemplate: importReadingsTemplate, importData: importReadings },
  {
    noun: 'readings',
    form: ReadingSheetRow,
    dictionaries: { isConfirmed: 'sys_yes_no' },
    prepare: async (context) => {
      const timeZone = await timeZoneOf(context)
      let before: ReadonlyMap<Row, Before> = new Map()
      return {
        reading: { readAt: (text) => instantIn(text, timeZone) ?? rejected('reading-time-unclear') },
        refuseEach: async (database, rows) => {
          before = await findBefore(database, rows)
          const known = await findKnownReadings(database, rows.map(takenOf))
          return refusalsOf(rows, before, new Set(known.map(({ number, at, litres }) => `${placeOf(number, at)}/${litres}`)))
        },
        append: async (rows, onRow) => {
          const decided = await decideEach(rows, async (row) => {
            onRow()
            const { number, at, litres, ...taken } = takenOf(row)
            const { previousLitres = null, plausibleUntilLitres = null } = before.get(row) ?? {}
            // The same cell again is the same reading; another value for the instant is another one.
            const asked = { ...taken, number, at, litres, readingId: readingIdOf(`sheet/${litres}`, number, at) }
            const command = { type: 'TakeManualReading', ...asked, previousLitres, plausibleUntilLitres, planRefusal: null } as const
            return decide(context, manualReadingDecider, command, () => undefined)
          })
          return { refusals: new Map(decided.refused.map(({ item, refusal }) => [item, refusal])), position: decided.position }
        },
      }
    },
    columns: {
      'meter-not-registered': 'number',
      'reading-twice-in-sheet': 'number',
      'reading-in-future': 'readAt',
      'reading-time-unclear': 'readAt',
      'reading-known': 'registerCubicMetres',
      'reading-implausible': 'registerCubicMetres',
    },
  },
)
