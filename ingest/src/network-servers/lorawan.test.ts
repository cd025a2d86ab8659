import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeAxiomaQalcosonicW1 } from './codecs/axioma-qalcosonic-w1.ts'
import { decodeKamstrupMbus } from './codecs/kamstrup-mbus.ts'
import { findDefaultMapping } from './default-mappings.ts'
import { readUplink } from './read-uplink.ts'

const samples = new URL('../../../../shared/data/lorawan/water_vectors.json', import.meta.url)
const receivedAt = Date.parse('2026-09-03T00:00:00Z')

type Vector = { meter: string; description: string; fPort: number; hex: string; expected: { values?: unknown[]; errors?: string[] } }

const uplinkOf = (profile: string | undefined, hex: string, port: number, decoded?: Record<string, unknown>) => ({
  kind: 'uplink' as const,
  frameId: 'f',
  device: '0102030405060708',
  profiles: profile === undefined ? [] : [profile],
  receivedAt,
  ...(decoded && { decoded }),
  payload: { bytes: Buffer.from(hex, 'hex'), port },
  signalDecibelMilliwatt: undefined,
  message: {},
})
const read = (profile: string | undefined, hex: string, port: number, decoded?: Record<string, unknown>) =>
  readUplink(uplinkOf(profile, hex, port, decoded), profile === undefined ? undefined : findDefaultMapping(profile), receivedAt)

describe.skipIf(!existsSync(samples))('published vectors of LoRaWAN water meters (skipped where ../shared/data is absent)', () => {
  const vectors = existsSync(samples) ? (JSON.parse(readFileSync(samples, 'utf8')) as Vector[]) : []
  const [axioma, kamstrup, broken] = vectors

  it('are all there', () => expect(vectors).toHaveLength(3))

  it('Qalcosonic W1: the codec says what is expected', () => {
    const decoded = decodeAxiomaQalcosonicW1(Buffer.from(axioma!.hex, 'hex'), axioma!.fPort)
    expect(decoded).toMatchObject({ object: axioma!.expected })
  })

  it('Qalcosonic W1: 24 registers an hour apart, from 5938 to 6054 litres, no flags', () => {
    const rows = read(axioma!.meter, axioma!.hex, axioma!.fPort)
    const readings = rows.flatMap((row) => ('reading' in row ? [row.reading] : []))
    expect(readings).toHaveLength(24)
    expect(readings[0]).toEqual({ meter: '0102030405060708', at: Date.parse('2026-09-02T23:09:34Z'), litres: 6054 })
    expect(readings[1]).toEqual({ meter: '0102030405060708', at: Date.parse('2026-09-02T00:09:34Z'), litres: 5938 })
    const litres = readings.slice(1).map((reading) => reading.litres as number)
    expect(litres.slice(4, 10)).toEqual([5938, 5938, 5952, 5960, 5981, 5995])
    expect(litres.at(-1)).toBe(6054)
  })

  it('Qalcosonic W1: what the network server decoded, as `expected` or field by field, says the same', () => {
    const own = read(axioma!.meter, axioma!.hex, axioma!.fPort)
    const { hourly_deltas_m3: deltas, ...rest } = axioma!.expected as Record<string, unknown> & { hourly_deltas_m3: number[] }
    const numbered = Object.fromEntries(deltas.map((delta, index) => [`delta_${index + 1}_m3`, delta]))
    expect(read(axioma!.meter, '00', 100, axioma!.expected)).toEqual(own)
    expect(read(axioma!.meter, '00', 100, { ...rest, ...numbered })).toEqual(own)
  })

  it('flowIQ 2200: the codec says what is expected, newest register first', () => {
    const decoded = decodeKamstrupMbus(Buffer.from(kamstrup!.hex, 'hex'))
    expect(decoded).toMatchObject({ object: { values: kamstrup!.expected.values, latestVolume: 0.003 } })
  })

  it('flowIQ 2200: 33 hourly registers, no flags', () => {
    const rows = read(kamstrup!.meter, kamstrup!.hex, kamstrup!.fPort)
    expect(rows).toHaveLength(33)
    expect(rows[0]).toEqual({ reading: { meter: '0102030405060708', at: Date.parse('2024-07-24T19:00:00Z'), litres: 3 } })
    expect(rows[1]).toEqual({ reading: { meter: '0102030405060708', at: Date.parse('2024-07-23T11:00:00Z'), litres: 0 } })
    const decoded = { values: kamstrup!.expected.values, latestVolume: 0.003 }
    expect(read(kamstrup!.meter, '00', 1, decoded)).toEqual(rows)
  })

  it('flowIQ 2200: a profile without its base value is refused with its bytes', () => {
    expect(read(broken!.meter, broken!.hex, broken!.fPort)).toEqual([
      {
        refusal: {
          reason: 'undecodable-payload',
          field: 'data',
          value: `could not find the base value of the profile: ${broken!.hex.toLowerCase()}`,
        },
      },
    ])
  })

  it('both are recognised by their payload where the network names no profile that we know', () => {
    expect(read(undefined, axioma!.hex, 100)).toHaveLength(24)
    expect(read(undefined, kamstrup!.hex, 1)).toHaveLength(33)
  })
})

describe('codecs', () => {
  it('a tampered flowIQ says so, and its invalid temperatures are unknown', () => {
    const midnight = '78446d0020f32a4413ec00000052ff25100042ff1c0500623b0000523b0000615b80515b80'
    const info = '78446d0020f32a4413ec00000042ff251000025b8000'
    expect(decodeKamstrupMbus(Buffer.from(midnight, 'hex'))).toEqual({
      object: {
        values: [{ ts: '2023-10-19T00:00:00', m3: 0.236 }],
        latestVolume: 0.236,
        latestAt: '2023-10-19T00:00:00',
        flags: ['tamper'],
      },
    })
    expect(read('Kamstrup flowIQ 2200', info, 1)).toEqual([
      {
        reading: {
          meter: '0102030405060708',
          at: Date.parse('2023-10-19T00:00:00Z'),
          litres: 236,
          flags: ['tamper', 'unreadable-temperature'],
        },
      },
    ])
  })

  it('a flowIQ with a short header sends 16-bit growth', () => {
    const hex = '7a08000000446d002cfd284413c1aa77004d93131862012701220122012601220122012101270122012201270' + '12f'
    const rows = read('flowIQ', hex, 1)
    expect(rows).toHaveLength(12)
    expect(rows[0]).toMatchObject({ reading: { at: Date.parse('2023-08-29T12:00:00Z'), litres: 7_842_497 } })
    expect(rows.at(-1)).toMatchObject({ reading: { at: Date.parse('2023-08-29T11:00:00Z'), litres: 7_842_202 } })
  })

  it('a Qalcosonic W1 with a leak and a low battery says so', () => {
    const extended = '0ea0355d242935000054c0345de7290000b800b900b800b800b800b900b800b800b800b800b800b800b900b900b900'
    const rows = read('Axioma W1', extended, 100)
    expect(rows[0]).toMatchObject({ reading: { at: 1563795470000, flags: ['leak', 'low-battery'], litres: 13609 } })
  })

  it('bytes that are no payload are a sentence and never an exception', () => {
    for (let length = 0; length < 60; length += 1) {
      for (const first of [0x00, 0x01, 0x72, 0x78, 0x7a, 0xff]) {
        const bytes = Uint8Array.from({ length }, (_, index) => (index === 0 ? first : (index * 37 + length) & 0xff))
        expect(decodeKamstrupMbus(bytes)).toBeTypeOf('object')
        expect(decodeAxiomaQalcosonicW1(bytes, 100)).toBeTypeOf('object')
      }
    }
  })
})
