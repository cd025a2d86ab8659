import { describe, expect, test } from 'vitest'
import { tableOfLines } from '../shared/table/open-table.ts'
import { withPreset } from './register-presets.ts'
import { parseRegisterTable } from './register-table.ts'
import { findUnit } from './units.ts'
import { wallClockOf } from './wall-clock.ts'

const madrid = wallClockOf('Europe/Madrid')
const heading = 'user key;datetime;meter reading;diff'
async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
const parseFile = async (lines: readonly string[]) => {
  const options = { ...withPreset('daiad', { timezone: 'Europe/Madrid' }), unit: findUnit('l')! }
  return (await parseRegisterTable(await tableOfLines('meters.csv', () => linesOf(lines)), options, madrid)).meters
}
const parse = (...lines: string[]) => parseFile([heading, ...lines])
const readings = async (...times: string[]) => {
  const [meter] = await parse(...times.map((time, index) => `k1;${time};${1000 + index};0`))
  return Array.from(
    meter?.at ?? [],
    (at, index) => `${new Date(at).toISOString().slice(0, 19)}${meter?.flags[index] ? ` ${meter.flags[index]}` : ''}`,
  )
}

describe('registers in the form of the DAIAD trials', () => {
  test('are grouped by meter in the order of the file, local time become instants', async () => {
    const meters = await parse('k1;01/03/2016 00:02:47;182941;33', 'k2;01/07/2016 01:00:00;2e+05;0', 'k1;01/03/2016 01:02:47;182948;7')
    expect(meters.map(({ number, at, litres }) => ({ number, at: [...at], litres: [...litres] }))).toEqual([
      { number: 'k1', at: [Date.UTC(2016, 1, 29, 23, 2, 47), Date.UTC(2016, 2, 1, 0, 2, 47)], litres: [182_941, 182_948] },
      { number: 'k2', at: [Date.UTC(2016, 5, 30, 23)], litres: [200_000] },
    ])
  })

  test('the second pass through the repeated hour begins where the clock does not advance', async () => {
    expect(await readings('30/10/2016 01:56:43', '30/10/2016 02:56:43', '30/10/2016 02:56:43', '30/10/2016 03:56:43')).toEqual([
      '2016-10-29T23:56:43',
      '2016-10-30T00:56:43',
      '2016-10-30T01:56:43',
      '2016-10-30T02:56:43',
    ])
    expect(await readings('30/10/2016 02:30:23', '30/10/2016 02:30:22')).toEqual(['2016-10-30T00:30:23', '2016-10-30T01:30:22'])
  })

  test('a single reading in the repeated hour is taken for the first pass and flagged', async () => {
    expect(await readings('30/10/2016 01:31:02', '30/10/2016 02:31:02', '30/10/2016 03:31:02')).toEqual([
      '2016-10-29T23:31:02',
      '2016-10-30T00:31:02 ambiguous-time',
      '2016-10-30T02:31:02',
    ])
  })

  test('the repeated hours of two autumns are distinguished', async () => {
    expect(await readings('30/10/2016 02:10:00', '30/10/2016 02:10:00', '29/10/2017 02:10:00')).toEqual([
      '2016-10-30T00:10:00',
      '2016-10-30T01:10:00',
      '2017-10-29T00:10:00 ambiguous-time',
    ])
  })

  test('a time that spring skips is flagged, not refused', async () => {
    expect(await readings('27/03/2016 01:59:00', '27/03/2016 02:10:00', '27/03/2016 03:20:00')).toEqual([
      '2016-03-27T00:59:00',
      '2016-03-27T01:10:00 skipped-time',
      '2016-03-27T01:20:00',
    ])
  })

  test('a wrong cell is named by line and column', async () => {
    await expect(parse('k1;01/03/2016 at noon;1;0')).rejects.toThrow(
      'meters.csv, line 2, column 2 (datetime): "01/03/2016 at noon" is no time',
    )
    await expect(parse('k1;31/02/2016 00:00:00;1;0')).rejects.toThrow('line 2, column 2')
    await expect(parse('k1;01/03/2016 00:00:00;x;0')).rejects.toThrow('meters.csv, line 2, column 3 (meter reading): "x" is no number')
    await expect(parse('-;01/03/2016 00:00:00;1;0')).rejects.toThrow('meters.csv, line 2, column 1 (user key): a reading needs')
    await expect(parse('k1;01/03/2016 00:00:00;1')).rejects.toThrow('meters.csv, line 2: 3 cells where the heading has 4')
    await expect(parseFile(['a;b', '1;2'])).rejects.toThrow('line 1: there is no column "datetime"; the columns are: a, b')
  })
})
