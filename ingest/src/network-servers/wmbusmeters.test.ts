import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeWmbusmeters } from './decode-wmbusmeters.ts'
import { findDefaultMapping } from './default-mappings.ts'
import { readTelegram } from './read-telegram.ts'

const samples = new URL('../../../../shared/data/wmbus/wmbusmeters_water.jsonl', import.meta.url)
const receivedAt = Date.parse('2026-03-01T10:00:00Z')

type Sample = { driver: string; json: Record<string, unknown> }

const rowsOf = (json: Record<string, unknown>) => {
  const { telegrams } = decodeWmbusmeters(json, receivedAt, 'content')
  const telegram = telegrams[0]!
  if ('unreadable' in telegram) throw new Error(`unreadable: ${telegram.field}`)
  return readTelegram(telegram, findDefaultMapping(telegram.profile))
}

/** Expected flags, where a telegram has some: by driver, meter and register. */
const flagsOf: Record<string, string[]> = {
  'aptmbusna 00345157': [
    'p-clock-hand-error',
    'p-detection-without-changes',
    'p-leak',
    'p-mbus-disconnected',
    'p-minimum-flow',
    'p-processor-reset',
    'p-reverse-flow',
    'p-strong-light',
    'permanent-error',
    'temporary-error',
    'unknown-e0',
  ],
  'fiowater 25016914': ['temporary-error'],
  'izarv2 21242472': ['meter-blocked', 'underflow'],
  'kamwater 76348799': ['dry'],
  'kamwater 23813076': ['error-flags-800'],
  'q400 72727272': ['temporary-error'],
  'q400 05829163': ['temporary-error'],
  'uiws 61330764': ['error', 'error-flags-28', 'temporary-error'],
  'ultrimisv2 80291792': ['dry', 'high-temperature', 'no-flow-prev-month'],
  'waterstarm 22996221': ['leakage-or-no-usage', 'low-battery'],
}

describe.skipIf(!existsSync(samples))('every telegram that wmbusmeters prints for water (skipped where ../shared/data is absent)', () => {
  const lines = existsSync(samples) ? readFileSync(samples, 'utf8').trim().split('\n') : []
  // The samples' timestamps are placeholders, so they are given the time at which a collector would have heard them.
  const sent = lines.map((line) => {
    const { driver, json } = JSON.parse(line) as Sample
    return { driver, json: { ...json, timestamp: '2026-03-01T09:59:58Z' } as Record<string, unknown> }
  })

  it('are all there', () => expect(sent).toHaveLength(83))

  it.each(sent)('$driver $json.id becomes its register at the time it was heard', ({ json }) => {
    const rows = rowsOf(json)
    if (json.media === 'gas') return expect(rows).toEqual([{ refusal: { reason: 'unknown-device', field: 'media', value: 'gas' } }])
    expect(rows).toHaveLength(1)
    if (json.total_m3 === undefined) return
    const reading = 'reading' in rows[0]! ? rows[0].reading : undefined
    expect(reading).toMatchObject({
      meter: json.id,
      at: Date.parse('2026-03-01T09:59:58Z'),
      litres: Math.round((json.total_m3 as number) * 1e6) / 1e3,
    })
    expect(reading?.flags ?? []).toEqual(flagsOf[`${json.meter} ${json.id}`] ?? [])
    return undefined
  })

  const readingOf = (driver: string, id: string) => {
    const rows = sent.filter((sample) => sample.json.meter === driver && sample.json.id === id).map(({ json }) => rowsOf(json)[0]!)
    return 'reading' in rows[0]! ? rows[0].reading : undefined
  }

  it('a dry meter has no temperature, whose sensor says 127 degrees', () => {
    expect(readingOf('kamwater', '76348799')).not.toHaveProperty('temperatureCelsius')
    expect(readingOf('kamwater', '44556677')).toMatchObject({ temperatureCelsius: 2 })
    expect(readingOf('q400', '05829163')).not.toHaveProperty('temperatureCelsius')
    expect(readingOf('q400', '06289748')).toMatchObject({ temperatureCelsius: 17.63, flowLitresPerHour: 2, reverseLitres: 1 })
  })

  it('battery volts, backward registers and flows come along under whatever name the driver has for them', () => {
    expect(readingOf('hydrodigit', '87654321')).toMatchObject({ batteryMillivolt: 3050, reverseLitres: 15 })
    expect(readingOf('ultrimis', '95969798')).toMatchObject({ reverseLitres: 0 })
    expect(readingOf('topaseskr', '78563412')).toMatchObject({ flowLitresPerHour: 0, temperatureCelsius: 21.1 })
    expect(readingOf('aptmbusna', '00345157')).toMatchObject({ litres: 22791, flowLitresPerHour: 0 })
  })

  it('a telegram that carries a billing register alone is a reading of that midnight', () => {
    const rows = sent.filter(({ json }) => json.total_m3 === undefined).map(({ json }) => rowsOf(json))
    expect(rows).toEqual([
      [{ reading: { meter: '13963399', at: Date.parse('2021-12-01T00:00:00Z'), litres: 7000 } }],
      [{ reading: { meter: '66953825', at: Date.parse('2022-01-01T00:00:00Z'), litres: 16100 } }],
    ])
  })
})

describe('a collector’s message', () => {
  const telegram = { media: 'water', meter: 'iperl', id: '33225544', total_m3: 123.529, timestamp: '2026-03-01T09:59:58Z' }

  it('has the same key from two collectors, and another one for the next register or minute', () => {
    const keyOf = (more: object) => decodeWmbusmeters({ ...telegram, ...more }, receivedAt, 'content').frameId
    expect(keyOf({ rssi_dbm: -90, device: 'other' })).toBe(keyOf({}))
    expect(keyOf({ total_m3: 123.53 })).not.toBe(keyOf({}))
    expect(keyOf({ timestamp: '2026-03-01T10:01:00Z' })).not.toBe(keyOf({}))
  })

  it('keeps the best heard of several equal telegrams', () => {
    const heard = decodeWmbusmeters([{ ...telegram, rssi_dbm: -90 }, { ...telegram, rssi_dbm: -60 }, 'noise'], receivedAt, 'content')
    expect(heard).toMatchObject({ duplicates: 1, frameId: 'content' })
    expect(heard.telegrams).toMatchObject([{ signalDecibelMilliwatt: -60 }, { field: 'body' }])
  })

  it('takes our own receipt, and says so, where the collector’s clock is not set', () => {
    expect(rowsOf({ ...telegram, timestamp: '1111-11-11T11:11:11Z' })).toEqual([
      { reading: { meter: '33225544', at: receivedAt, litres: 123529, flags: ['collector-clock-unset'] } },
    ])
  })

  it.each([
    ['DRY REVERSED LEAKING BURST', ['burst', 'dry', 'leak', 'reverse']],
    ['OK', undefined],
    ['LEAK_FLOW_HIGH', ['leak-flow-high']],
  ])('reads the status %s as %j', (status, flags) => {
    const [row] = rowsOf({ ...telegram, status })
    expect(row && 'reading' in row && row.reading.flags).toEqual(flags)
  })

  it('has the total of a q400 whose forward register is 0, which became 0 litres', () => {
    const [row] = rowsOf({ ...telegram, meter: 'q400', total_m3: 8.704, total_forward_m3: 0, total_backward_m3: 0 })
    expect(row && 'reading' in row && row.reading).toMatchObject({ litres: 8704, reverseLitres: 0 })
    const { total_m3: _, ...withoutTotal } = telegram
    const [forward] = rowsOf({ ...withoutTotal, meter: 'q400', total_forward_m3: 8.7 })
    expect(forward && 'reading' in forward && forward.reading.litres).toBe(8700)
  })

  it.each([
    ['gwfwater', 'bus/system component'],
    ['apator08', 'unknown'],
  ])('of the water meter %s is taken, though its medium is %s', (meter, media) => {
    expect(rowsOf({ ...telegram, meter, media })).toEqual([
      { reading: { meter: '33225544', at: Date.parse(telegram.timestamp), litres: 123529 } },
    ])
  })

  it('of a heat meter, or of a driver that is not known to measure water, is refused where the medium is not water', () => {
    for (const more of [
      { meter: 'gwfwater', media: 'heat' },
      { meter: 'elf', media: 'unknown' },
    ])
      expect(rowsOf({ ...telegram, ...more })).toMatchObject([{ refusal: { reason: 'unknown-device', field: 'media' } }])
  })

  it('reads the alarms of an izar', () => {
    const [row] = rowsOf({ ...telegram, meter: 'izar', current_alarms: 'meter_blocked,back_flow', previous_alarms: 'leakage' })
    expect(row && 'reading' in row && row.reading.flags).toEqual(['meter-blocked', 'reverse'])
  })
})
