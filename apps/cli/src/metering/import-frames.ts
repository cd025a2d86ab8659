import { createHash } from 'node:crypto'

/** One meter's readings to import; columns of equal length. Intervals carry `deltaLitres` and `seconds`, registers `litres`. */
export type ImportSeries = {
  meter: string
  at: ArrayLike<number>
  litres?: ArrayLike<number>
  deltaLitres?: ArrayLike<number>
  seconds?: number
  flags?: readonly string[]
}

/** The body of `POST /ingest/v1/frames` with columns; `count` readings. */
export type ImportFrame = { frameId: string; count: number; readings: Record<string, unknown[]> }

const readingsPerFrame = 10_000

/** Months since year 0 of an instant in UTC: what is imported again with later months added keeps the frames of the earlier ones. */
const monthOf = (at: number): number => {
  const date = new Date(at)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

type Slice = { series: ImportSeries; rows: number[] }

const slicesByMonth = (all: readonly ImportSeries[]): Map<number, Slice[]> => {
  const months = new Map<number, Slice[]>()
  for (const series of all) {
    const rowsOfMonth = new Map<number, number[]>()
    for (let row = 0; row < series.at.length; row++) {
      const month = monthOf(series.at[row] ?? 0)
      const rows = rowsOfMonth.get(month)
      if (rows) rows.push(row)
      else rowsOfMonth.set(month, [row])
    }
    for (const [month, rows] of rowsOfMonth) {
      const slices = months.get(month) ?? []
      slices.push({ series, rows })
      months.set(month, slices)
    }
  }
  return months
}

const frameOf = (prefix: string, slices: readonly Slice[]): ImportFrame => {
  const readings: Record<string, unknown[]> = { meter: [], at: [] }
  const push = (column: string, value: unknown): void => {
    readings[column] ??= []
    readings[column].push(value)
  }
  const hasFlags = slices.some(({ series, rows }) => rows.some((row) => series.flags?.[row]))
  for (const { series, rows } of slices) {
    for (const row of rows) {
      push('meter', series.meter)
      push('at', series.at[row])
      if (series.litres) push('litres', series.litres[row])
      if (series.deltaLitres) push('deltaLitres', series.deltaLitres[row])
      if (series.seconds !== undefined) push('seconds', series.seconds)
      if (hasFlags) push('flags', series.flags?.[row] ? [series.flags[row]] : [])
    }
  }
  const content = createHash('sha256').update(JSON.stringify(readings)).digest('hex').slice(0, 40)
  return { frameId: `${prefix}-${content}`, count: readings.at?.length ?? 0, readings }
}

/**
 * Cuts series into frames of one month and at most ten thousand readings. A frame's identity is a hash of what is in it, so that
 * the same file imported again is recognised frame by frame.
 */
export function* framesOf(prefix: string, all: readonly ImportSeries[]): Generator<ImportFrame> {
  const months = [...slicesByMonth(all)].sort(([a], [b]) => a - b)
  for (const [, slices] of months) {
    let pending: Slice[] = []
    let count = 0
    for (const slice of slices.flatMap(cutLongSlice)) {
      if (count > 0 && count + slice.rows.length > readingsPerFrame) {
        yield frameOf(prefix, pending)
        pending = []
        count = 0
      }
      pending.push(slice)
      count += slice.rows.length
    }
    if (count > 0) yield frameOf(prefix, pending)
  }
}

const cutLongSlice = ({ series, rows }: Slice): Slice[] =>
  Array.from({ length: Math.ceil(rows.length / readingsPerFrame) }, (_, part) => ({
    series,
    rows: rows.slice(part * readingsPerFrame, (part + 1) * readingsPerFrame),
  }))
