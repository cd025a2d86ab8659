import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import { applyMapping, type MappedReading } from './apply-mapping.ts'
import type { Telegram } from './decode-wmbusmeters.ts'
import { distinctFlags } from './flag-words.ts'

/** The readings of a wireless M-Bus telegram; what does not measure water is refused by its medium. */
export const readTelegram = (telegram: Telegram, mapping: DeviceProfileMapping | undefined): MappedReading[] => {
  if (!mapping) return [{ refusal: { reason: 'unknown-device', field: 'meter', value: telegram.profile } }]
  if (!isWater(telegram, mapping)) return [{ refusal: { reason: 'unknown-device', field: 'media', value: telegram.media } }]
  // Where the collector has no clock its timestamp is no time at all; the time of receipt is used, and the reading is flagged.
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

/** Media that name no substance: what radio converters, bus components and makers without a code send. */
const neutralMedia = /^(unknown|other|bus\/system component|radio converter \((meter|system) side\))$/i

/** Drivers of wmbusmeters whose meters measure water and nothing else, and which may send a medium that names no substance. */
const waterDrivers = new Set(
  'apator08 apator162 aptmbusna aquastream aventieswm emerlin868 ev200 evo868 fiowater gwfwater hydrocalm3 hydrodigit hydrus iperl itron izar izarv2 kamwater lse_07_17 mkradio3 mkradio3a mkradio4 mkradio4a multical21 flowiq2200 q400 qwater rfmtx1 supercom587 topaseskr ultrimis ultrimisv2 uiws waterstarm watertech weh_07 werhle zenner0b'
    .split(' ')
    .map((name) => `wmbusmeters:${name}`),
)

/** A telegram that names no medium is taken at its driver's word, and so is one of a water meter whose medium names no substance. */
const isWater = ({ media, profile }: Telegram, mapping: DeviceProfileMapping): boolean =>
  media === undefined ||
  /\bwater\b/i.test(media) ||
  (mapping.media ?? []).includes(media) ||
  (waterDrivers.has(profile) && neutralMedia.test(media))
