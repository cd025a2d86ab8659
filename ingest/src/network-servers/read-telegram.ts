import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import { applyMapping, type MappedReading } from './apply-mapping.ts'
import type { Telegram } from './decode-wmbusmeters.ts'
import { distinctFlags } from './flag-words.ts'

/** The readings of a wireless M-Bus telegram; what does not measure water is refused by its medium. */
export const readTelegram = (telegram: Telegram, mapping: DeviceProfileMapping | undefined): MappedReading[] => {
  if (!mapping) return [{ refusal: { reason: 'unknown-device', field: 'meter', value: telegram.profile } }]
  if (!isWater(telegram.media, mapping)) return [{ refusal: { reason: 'unknown-device', field: 'media', value: telegram.media } }]
  // Where the collector has no clock its timestamp is no time at all; the receipt stands in, and the reading says so.
  const usable = telegram.isClockUnset ? { ...telegram.decoded, timestamp: undefined } : telegram.decoded
  const rows = applyMapping(mapping, usable, { device: telegram.device, receivedAt: telegram.receivedAt, message: telegram.decoded })
  if (!telegram.isClockUnset) return rows
  return rows.map((row) =>
    'reading' in row && row.reading.at === telegram.receivedAt
      ? {
          reading: {
            ...row.reading,
            flags: distinctFlags([...((row.reading.flags as string[] | undefined) ?? []), 'collector-clock-unset']),
          },
        }
      : row,
  )
}

/** A telegram that names no medium is taken at its driver's word. */
const isWater = (media: string | undefined, mapping: DeviceProfileMapping): boolean =>
  media === undefined || /\bwater\b/i.test(media) || (mapping.media ?? []).includes(media)
