import type { QuarantineReason } from '@nightflow/schemas/metering/report-readings'
import { Reading } from '@nightflow/schemas/metering/report-readings'
import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import { distinctFlags, flagWords } from './flag-words.ts'
import { type HistoryEntry, historyEntries, isRecord, valueAtPath } from './object-path.ts'
import { sourceInstant } from './source-instant.ts'
import { inReadingUnit, type QuantityField, type Unit, unitFits } from './source-quantity.ts'

/** A reading as the gateway's own format has it; it is checked there, by the same compiled validator as any other. */
export type SourceReading = { [Field in keyof Reading]?: unknown }

/** Why something that was sent is no reading. */
export type Refusal = { reason: QuarantineReason; field?: string; value?: unknown }

/** The values of a device's message in order: readings, and values that could not become one. */
export type MappedReading = { reading: SourceReading } | { refusal: Refusal }

export type MappingContext = {
  /** The device's own identifier: the meter's number where the mapping names no other. */
  device: string
  /** When the network heard the device, epoch milliseconds. */
  receivedAt: number
  /** The whole message, for paths that start with `$.`. */
  message?: unknown
}

type FieldMapping = NonNullable<DeviceProfileMapping['litres']>
type History = NonNullable<DeviceProfileMapping['history']>

const sideFields = ['flowLitresPerHour', 'pressureKilopascal', 'batteryMillivolt', 'temperatureCelsius'] as const
const registerFields = ['litres', 'reverseLitres'] as const

/**
 * Turns what a codec said into readings: the newest first, then its history, oldest first. A value that is listed as bad is unknown and left
 * out; a sensor value that no reading may carry is left out too and flagged (`unreadable-temperature`), because a broken
 * sensor must not cost the register that came with it.
 */
export const applyMapping = (mapping: DeviceProfileMapping, decoded: unknown, context: MappingContext): MappedReading[] => {
  const meter = text(mapping.meter === undefined ? undefined : valueAtPath(decoded, mapping.meter, context.message)) ?? context.device
  const timeZone = mapping.timeZone ?? 'UTC'
  const sentAt = mapping.at === undefined ? undefined : valueAtPath(decoded, mapping.at, context.message)
  const at = sentAt === undefined ? context.receivedAt : sourceInstant(sentAt, timeZone)
  if (at === undefined) return [{ refusal: { reason: 'time-malformed', field: mapping.at ?? 'at', value: sentAt } }]

  const current = currentReading(mapping, decoded, context.message)
  const history = mapping.history ? pastReadings(mapping.history, decoded, at, timeZone) : []
  const past = history.filter((entry) => 'refusal' in entry || entry.reading.at !== at || current.litres === undefined)
  const rows: MappedReading[] = hasQuantity(current) ? [{ reading: { at, ...current } }, ...past] : withFlags(past, current.flags)
  if (rows.length === 0) return [{ refusal: missingValue(mapping, decoded) }]
  return rows.map((row) => ('reading' in row ? { reading: { meter, ...row.reading } } : row))
}

const text = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim() || undefined
  return typeof value === 'number' ? String(value) : undefined
}

const hasQuantity = (reading: SourceReading): boolean => Object.keys(reading).some((field) => field !== 'flags')

/** The newest past reading takes the flags of a message that has no reading of its own moment. */
const withFlags = (past: MappedReading[], flags: unknown): MappedReading[] => {
  const newest = past.findLastIndex((row) => 'reading' in row)
  if (flags === undefined || newest < 0) return past
  return past.map((row, index) => (index === newest && 'reading' in row ? { reading: { ...row.reading, flags } } : row))
}

const missingValue = (mapping: DeviceProfileMapping, decoded: unknown): Refusal => {
  const field = mapping.litres?.path ?? mapping.history?.path
  return { reason: 'value-missing', ...(field !== undefined && { field }), value: decoded }
}

const currentReading = (mapping: DeviceProfileMapping, decoded: unknown, message: unknown): SourceReading => {
  const reading: SourceReading = {}
  const unreadable: string[] = []
  for (const field of registerFields) {
    const value = mapping[field] && quantityAt(field, mapping[field], decoded, message)
    if (value !== undefined) reading[field] = value
  }
  for (const field of sideFields) {
    const value = mapping[field] && quantityAt(field, mapping[field], decoded, message)
    if (value === undefined) continue
    if (Reading.shape[field].safeParse(value).success) reading[field] = value
    else unreadable.push(`unreadable-${field.replace(/(?<=[a-z])[A-Z].*/, '')}`)
  }
  if (mapping.valve) {
    const word = goodValue(mapping.valve, decoded, message)
    const position = valvePosition(word)
    if (position) reading.valve = position
    else if (word !== undefined) unreadable.push('unreadable-valve')
  }
  const flags = (mapping.flags ?? []).flatMap((path) =>
    path.split('|').flatMap((alternative) => flagWords(valueAtPath(decoded, alternative.trim(), message), alternative.trim())),
  )
  const distinct = distinctFlags([...flags, ...unreadable])
  if (distinct.length > 0) reading.flags = distinct
  return reading
}

const goodValue = (field: FieldMapping, entry: unknown, message: unknown): unknown => {
  const value = valueAtPath(entry, field.path, message)
  if (value === '' || field.bad?.some((bad) => bad === value)) return undefined
  return value
}

/** A quantity in the reading's unit. A value that is no number stays as it was sent, for the validator to name; a wrong unit is a text too. */
const quantityAt = (field: QuantityField, mapping: FieldMapping, entry: unknown, message?: unknown): unknown => {
  const value = goodValue(mapping, entry, message)
  const number = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return number
  return unitFits(field, mapping.unit) ? inReadingUnit(number, mapping.unit) : `${number} ${mapping.unit}`
}

const valvePosition = (word: unknown): 'open' | 'closed' | undefined => {
  if (typeof word !== 'string') return undefined
  if (/^open(ed)?$/i.test(word.trim())) return 'open'
  return /^(closed?|shut)$/i.test(word.trim()) ? 'closed' : undefined
}

const pastReadings = (history: History, decoded: unknown, at: number, timeZone: string): MappedReading[] => {
  const entries = historyEntries(decoded, history.path).filter(({ value }) => isWanted(history, value))
  const readings =
    history.everySeconds === undefined
      ? entries.flatMap((entry) => pastRegister(history, entry, decoded, timeZone))
      : intervals(history, entries, history.everySeconds, decoded, at, timeZone)
  return readings.toSorted((left, right) => instantOf(left) - instantOf(right))
}

const instantOf = (row: MappedReading): number => ('reading' in row && typeof row.reading.at === 'number' ? row.reading.at : 0)

const isWanted = ({ where }: History, value: unknown): boolean => {
  const kind = where && valueAtPath(value, where.path)
  return kind === undefined || kind === where?.equals
}

/** A past register with its own time; an entry without a value is no reading, one without a time is refused. */
const pastRegister = (history: History, { value, number }: HistoryEntry, decoded: unknown, timeZone: string): MappedReading[] => {
  const litres = quantityAt('litres', history.litres ?? { path: '.' }, value)
  if (litres === undefined) return []
  const path = (history.at ?? 'at').replaceAll('*', number ?? '')
  const sentAt = valueAtPath(isRecord(value) ? value : decoded, path)
  const at = sourceInstant(sentAt, timeZone)
  if (at === undefined) return [{ refusal: { reason: sentAt === undefined ? 'time-missing' : 'time-malformed', field: path, value } }]
  return [{ reading: { at, litres } }]
}

/**
 * Volumes of equal intervals. With a register before the first they become registers, which survive a lost message; without
 * one they stay volumes of their interval. An unknown volume ends the registers: what follows it cannot be known from here.
 */
const intervals = (
  history: History,
  entries: readonly HistoryEntry[],
  everySeconds: number,
  decoded: unknown,
  at: number,
  timeZone: string,
): MappedReading[] => {
  const every = everySeconds * 1000
  const startAt = history.startAt === undefined ? undefined : valueAtPath(decoded, history.startAt)
  const start = startAt === undefined ? at - entries.length * every : sourceInstant(startAt, timeZone)
  if (start === undefined) return [{ refusal: { reason: 'time-malformed', field: history.startAt ?? 'at', value: startAt } }]
  const first = history.startLitres && quantityAt('litres', history.startLitres, decoded)
  const rows: MappedReading[] = []
  if (typeof first === 'number') rows.push({ reading: { at: start, litres: first } })
  let register = first
  for (const [index, { value }] of entries.entries()) {
    const end = start + (index + 1) * every
    const delta = intervalLitres(value, history.deltaUnit)
    register = typeof register === 'number' && delta !== undefined ? inReadingUnit(register + delta, 'l') : undefined
    if (register !== undefined) rows.push({ reading: { at: end, litres: register } })
    else if (delta !== undefined) rows.push({ reading: { at: end, deltaLitres: delta, seconds: everySeconds } })
  }
  return rows
}

const intervalLitres = (value: unknown, unit: Unit | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && unitFits('deltaLitres', unit) ? inReadingUnit(value, unit) : undefined
