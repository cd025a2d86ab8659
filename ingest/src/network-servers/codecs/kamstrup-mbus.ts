import type { DecodedPayload } from './codec.ts'
import { clockOf, type MbusRecord, mbusRecords, numberOf, signedInteger, unsignedInteger } from './mbus-records.ts'

const inverseCompactProfile = 0x13
const reverseContribution = 0x3c
const manufacturerSpecific = 0xff
const infoCode = 0x25

/** Bits of the information code of Kamstrup's water meters, from the lowest. */
const infoWords = ['dry', 'reverse', 'leak', 'burst', 'tamper', 'low-battery', 'low-ambient-temperature', 'high-ambient-temperature']

type Volume = { ts: string | null; m3: number }

/**
 * Kamstrup flowIQ and MULTICAL by LoRaWAN: M-Bus records, where a series of past registers comes as an inverse compact profile
 * (EN 13757-3, annex F): a base register with its time, then what it grew by in each hour before. `values` holds the registers
 * that have a time, as sent, on the meter's clock, which has no zone; `latestVolume` is the newest register, or the one sent
 * without a time, which is that of the moment (then `latestAt` is absent).
 *
 * Source of the layout: EN 13757-3 and the device repository of The Things Network, whose published vectors are this file's test.
 */
export const decodeKamstrupMbus = (bytes: Uint8Array): DecodedPayload => {
  const records = mbusRecords(bytes)
  if ('problem' in records) return records
  const clocks = new Map<number, string>()
  for (const record of records) {
    const clock = clockOf(record)
    if (clock && record.extensions.length === 0 && record.kind === 'instantaneous') clocks.set(record.storage, clock)
  }
  const values: Volume[] = []
  for (const record of records.filter(isVolume)) {
    if (record.coding !== 'variable') pushVolume(values, record, clocks)
    else {
      const problem = pushProfile(values, record, records, clocks)
      if (problem) return { problem }
    }
  }
  return { object: { values: values.filter(({ ts }) => ts !== null), ...newest(values), ...besides(records) } }
}

const isVolume = ({ unit, kind, extensions }: MbusRecord): boolean =>
  unit >= 0x10 && unit <= 0x17 && kind === 'instantaneous' && (extensions.length === 0 || extensions[0] === inverseCompactProfile)

/** Cubic metres of a number in a volume's unit, 10^(n-6) m3, rounded against the noise of binary fractions. */
const cubicMetres = (value: number, unit: number): number => Math.round(value * 10 ** ((unit & 0x07) + 3)) / 1e9

const pushVolume = (values: Volume[], record: MbusRecord, clocks: ReadonlyMap<number, string>): void => {
  const value = numberOf(record)
  if (value !== undefined) values.push({ ts: clocks.get(record.storage) ?? null, m3: cubicMetres(value, record.unit) })
}

/** Appends the registers of a profile; answers what is wrong with it. */
const pushProfile = (
  values: Volume[],
  profile: MbusRecord,
  records: readonly MbusRecord[],
  clocks: ReadonlyMap<number, string>,
): string | undefined => {
  const base = records.find((record) => isVolume(record) && record.coding !== 'variable' && sameRegister(record, profile))
  const baseValue = base && numberOf(base)
  const clock = clocks.get(profile.storage)
  if (baseValue === undefined) return 'could not find the base value of the profile'
  if (clock === undefined) return 'could not find the base time of the profile'
  const [control = 0, spacing = 0] = profile.data
  const size = control & 0x0f
  const mode = control >> 6
  if (size < 1 || size > 4 || mode === 0) return 'the profile is of a kind that is not published'
  let value = baseValue
  let at = Date.parse(`${clock}Z`)
  for (let offset = 2; offset + size <= profile.data.length; offset += size) {
    const step = stepOf(profile.data.subarray(offset, offset + size), mode)
    const before = earlier(at, (control >> 4) & 3, spacing)
    // The device marks the end of what it knows; what came before that mark is valid.
    if (step === undefined || before === undefined) return undefined
    at = before
    value += mode === 2 ? step : -step
    values.push({ ts: new Date(at).toISOString().slice(0, 19), m3: cubicMetres(value, profile.unit) })
  }
  return undefined
}

const sameRegister = (left: MbusRecord, right: MbusRecord): boolean => left.storage === right.storage && left.unit === right.unit

/** Modes 1 and 2 send unsigned growth and decline, 3 a signed difference; all ones (or the lowest number) mean unknown. */
const stepOf = (data: Uint8Array, mode: number): number | undefined => {
  if (mode === 3) return signedInteger(data)
  const value = unsignedInteger(data)
  return value === 2 ** (8 * data.length) - 1 ? undefined : value
}

const unitMilliseconds = [1000, 60_000, 3_600_000, 86_400_000] as const
const monthsOfUnit = [undefined, 6, 3, 1] as const

/** One spacing before `at`: 1 to 250 seconds, minutes, hours or days; 254 means a half year, a quarter or a month. */
const earlier = (at: number, unit: number, spacing: number): number | undefined => {
  if (spacing > 0 && spacing < 251) return at - spacing * unitMilliseconds[unit]!
  const months = spacing === 254 ? monthsOfUnit[unit] : undefined
  if (months === undefined) return undefined
  const date = new Date(at)
  return date.setUTCMonth(date.getUTCMonth() - months)
}

const newest = (values: readonly Volume[]) => {
  const latest = values.toSorted((left, right) => (right.ts ?? '9').localeCompare(left.ts ?? '9'))[0]
  return latest ? { latestVolume: latest.m3, ...(latest.ts && { latestAt: latest.ts }) } : {}
}

/** Values of a telegram besides volumes; extremes of a day are no values of a moment and are left out. */
const besides = (records: readonly MbusRecord[]) => {
  const now = records.filter(({ kind }) => kind === 'instantaneous')
  // The midnight log sends the code as the day's maximum: every alarm that was on.
  const info = records.find(({ unit, extensions }) => unit === manufacturerSpecific && extensions[0] === infoCode)
  const reverse = now.find(({ unit, extensions }) => unit >= 0x10 && unit <= 0x17 && extensions[0] === reverseContribution)
  const flow = now.find(({ unit, extensions }) => unit >= 0x38 && unit <= 0x3f && extensions.length === 0)
  const temperature = now.find(({ unit, extensions }) => unit >= 0x58 && unit <= 0x5b && extensions.length === 0)
  const code = info && unsignedInteger(info.data)
  return {
    ...(code !== undefined && { flags: infoWords.filter((_, bit) => ((code >> bit) & 1) === 1) }),
    ...quantity('reverse_m3', reverse, 0x10, -6),
    ...quantity('flow_m3h', flow, 0x38, -6),
    ...quantity('temperature_c', temperature, 0x58, -3),
  }
}

const quantity = (name: string, record: MbusRecord | undefined, firstUnit: number, firstExponent: number) => {
  const value = record && numberOf(record)
  return value === undefined ? {} : { [name]: Math.round(value * 10 ** (record!.unit - firstUnit + firstExponent + 9)) / 1e9 }
}
