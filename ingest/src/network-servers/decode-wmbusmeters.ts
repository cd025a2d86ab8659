import { frameLimits } from '@nightflow/schemas/metering/report-readings'
import { wmbusmetersProfile } from './default-mappings.ts'
import { frameIdOf, textIn } from './network-message.ts'
import { isRecord, type JsonRecord } from './object-path.ts'
import { sourceInstant } from './source-instant.ts'

/** One telegram as wmbusmeters prints it. */
export type Telegram = {
  /** The same telegram heard by several collectors has the same key. */
  key: string
  device: string
  profile: string
  media: string | undefined
  receivedAt: number
  /** True where the collector's clock was not set and the time of receipt is used instead. */
  isClockUnset: boolean
  signalDecibelMilliwatt: number | undefined
  decoded: JsonRecord
}

export type WmbusmetersMessage = {
  frameId: string
  /** In the order sent; repeats inside the message are left out and counted. */
  telegrams: (Telegram | { unreadable: unknown; field: string })[]
  duplicates: number
}

/** Telegrams of one meter with the same register inside this time are one telegram, where none says how often it transmits. */
const bucketSeconds = 60

/**
 * The JSON of wmbusmeters, one object or an array of them. Its `timestamp` is when the collector heard the telegram. wmbusmeters
 * sends at once and keeps nothing, so where a collector's clock is not set (a time before 2000) our own
 * receipt is the better time of the same moment, and the reading says so.
 */
export const decodeWmbusmeters = (body: unknown, receivedAt: number, contentId: string): WmbusmetersMessage => {
  const best = new Map<string, Telegram>()
  const rows: (string | { unreadable: unknown; field: string })[] = []
  let duplicates = 0
  for (const entry of Array.isArray(body) ? body : [body]) {
    const telegram = decodeTelegram(entry, receivedAt)
    if ('unreadable' in telegram) {
      rows.push(telegram)
      continue
    }
    const heard = best.get(telegram.key)
    if (heard) duplicates += 1
    else rows.push(telegram.key)
    if (!heard || (telegram.signalDecibelMilliwatt ?? -999) > (heard.signalDecibelMilliwatt ?? -999)) best.set(telegram.key, telegram)
  }
  const telegrams = rows.map((row) => (typeof row === 'string' ? best.get(row)! : row))
  const keys = rows.filter((row) => typeof row === 'string')
  const frameId = keys.length === rows.length && rows.length > 0 ? frameIdOf(keys.join(' ')) : contentId
  return { frameId, telegrams, duplicates }
}

const decodeTelegram = (entry: unknown, receivedAt: number): Telegram | { unreadable: unknown; field: string } => {
  if (!isRecord(entry)) return { unreadable: entry, field: 'body' }
  const device = textIn(entry, 'id')
  const driver = textIn(entry, 'meter', 'driver')
  if (device === undefined || driver === undefined) return { unreadable: entry, field: device === undefined ? 'id' : 'meter' }
  const sentAt = sourceInstant(entry.timestamp, 'UTC')
  const isClockUnset = sentAt === undefined || sentAt < frameLimits.earliest
  const heardAt = isClockUnset ? receivedAt : sentAt
  return {
    key: `wmbus:${device}:${registerOf(entry)}:${Math.floor(heardAt / (bucketOf(entry) * 1000))}`,
    device,
    profile: `${wmbusmetersProfile}:${driver}`,
    media: textIn(entry, 'media'),
    receivedAt: heardAt,
    isClockUnset,
    signalDecibelMilliwatt: typeof entry.rssi_dbm === 'number' ? entry.rssi_dbm : undefined,
    decoded: entry,
  }
}

const registerOf = ({ total_m3: total, target_m3: target }: JsonRecord): string => {
  const register = total ?? target
  return typeof register === 'number' || typeof register === 'string' ? String(register) : ''
}

const bucketOf = ({ transmit_period_s: period }: JsonRecord): number =>
  typeof period === 'number' && period >= 1 && period <= 86_400 ? period : bucketSeconds
