import { readFile } from 'node:fs/promises'
import { describeFrame } from '@nightflow/domain/metering/describe-frame'
import { packFrame } from '@nightflow/domain/metering/pack-frame'
import { unpackFrame } from '@nightflow/domain/metering/unpack-frame'
import { checkReadingObjects } from '@nightflow/ingest/shared/check-readings'
import { expect, it } from 'vitest'

const readings = [
  { meter: '20000001', at: '2026-03-01T00:00:00.000Z', litres: 1234 },
  { meter: '20000001', at: '2026-03-01T01:00:00.000Z', litres: 1250 },
  { meter: '20000001', at: '2026-03-01T02:00:00.000Z', litres: 1250 },
  { meter: '20000014', at: '2026-03-01T00:00:00.000Z', litres: 5000 },
  { meter: '20000014', at: '2026-03-01T01:00:00.000Z', litres: 5007 },
  { meter: '0A-7', at: '2026-03-01T00:00:00.000Z', temperatureCelsius: 8.5, flags: ['dry', 'leak'] },
]

/** The bytes of the page's worked example: the part before the two blanks that separate them from the words. */
const bytesOfThePage = async () => {
  const page = await readFile(new URL('../../../docs/frame-layout.md', import.meta.url), 'utf8')
  const example = /```frame\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const hex = example.split('\n').map((line) => /^ *((?:[0-9a-f]{2}(?: |$))*)/.exec(line)?.[1] ?? '')
  return Uint8Array.from(Buffer.from(hex.join('').replaceAll(' ', ''), 'hex'))
}

it('the worked example of docs/frame-layout.md is what the program writes and reads', async () => {
  const bytes = await bytesOfThePage()
  expect(bytes.length).toBe(64)
  expect(describeFrame(unpackFrame(bytes), 10)).toEqual(readings)
  const { columns, rejected } = checkReadingObjects(readings.toReversed(), Date.parse('2026-03-02T00:00:00Z'))
  expect(rejected).toEqual([])
  expect(packFrame(columns)).toEqual(bytes)
})
