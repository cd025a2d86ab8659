import { describe, expect, test } from 'vitest'
import { tableOfLines } from '../shared/table/open-table.ts'
import { parseRegisterTable, type RegisterOptions } from './register-table.ts'
import { findUnit } from './units.ts'
import { wallClockOf } from './wall-clock.ts'

async function* linesOf(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
const parse = async (lines: string[], options: Partial<RegisterOptions> = {}) =>
  parseRegisterTable(
    await tableOfLines('r.csv', () => linesOf(lines)),
    { unit: findUnit('m3')!, timezone: 'Europe/Berlin', times: 'local', ...options },
    wallClockOf('Europe/Berlin'),
  )
const plain = ({ at, litres, flags: _, ...meter }: Awaited<ReturnType<typeof parse>>['meters'][number]) => ({
  ...meter,
  at: Array.from(at, (instant) => new Date(instant).toISOString().slice(0, 16)),
  litres: [...litres],
})

describe('registers of meters', () => {
  test('long, with columns found by their headings and a diameter per meter', async () => {
    const read = await parse([
      'Zählernummer;Datum;Uhrzeit;Zählerstand;DN',
      'A1;13.05.2024;00:15;1.234,5;DN80',
      'B2;13.05.2024;00:15;-;',
      'A1;13.05.2024;00:30;1.235,5;80',
    ])
    expect(read).toMatchObject({
      layout: 'long',
      rows: 3,
      missing: 1,
      columns: { time: 'Datum + Uhrzeit', meter: 'Zählernummer', value: 'Zählerstand', caliber: 'DN' },
    })
    expect(read.meters.map(plain)).toEqual([
      { number: 'A1', caliberMillimetres: 80, at: ['2024-05-12T22:15', '2024-05-12T22:30'], litres: [1_234_500, 1_235_500] },
      { number: 'B2', at: [], litres: [] },
    ])
  })

  test('a meter without a diameter in the file has none: nothing is registered as DN 15 unsaid', async () => {
    const { meters } = await parse(['meter,time,value', 'bulk,2024-05-13 00:00,1000', 'bulk,2024-05-13 01:00,1400'])
    expect(meters[0]).not.toHaveProperty('caliberMillimetres')
  })

  test('wide, a column a meter, also some of them under other numbers', async () => {
    const lines = ['ts,inlet_m3,Kunde 1,level', '2024-05-13 00:00,1,2,high', '2024-05-13 01:00,2,NA,low']
    const { meters, layout, missing } = await parse(lines, { column: ['inlet_m3=IN-7', 'Kunde 1'] })
    expect([layout, missing]).toEqual(['wide', 1])
    expect(meters.map(({ number, name, litres }) => [number, name, [...litres]])).toEqual([
      ['IN-7', undefined, [1000, 2000]],
      [expect.stringMatching(/^kunde-1-/), 'Kunde 1', [2000]],
    ])
    await expect(parse(lines)).rejects.toThrow('r.csv, line 2, column 4 (level): "high" is no number')
  })

  test('wide, a meter without a value in one pass of the repeated hour is placed by the rows of the others', async () => {
    const lines = ['ts,a,b', '2024-10-27 02:00,1,-', '2024-10-27 02:30,2,-', '2024-10-27 02:00,3,7', '2024-10-27 02:30,4,8']
    const { meters } = await parse(lines)
    expect(meters.map(plain)).toMatchObject([
      { number: 'a', at: ['2024-10-27T00:00', '2024-10-27T00:30', '2024-10-27T01:00', '2024-10-27T01:30'] },
      { number: 'b', at: ['2024-10-27T01:00', '2024-10-27T01:30'], litres: [7000, 8000] },
    ])
    expect(meters.flatMap(({ flags }) => flags).filter((flag) => flag !== '')).toEqual([])
  })

  test('named columns and layout win over what headings look like', async () => {
    const lines = ['when,what,how much', '2024-05-13 00:00,m1,5']
    const { meters } = await parse(lines, { layout: 'long', meterColumn: 'what', valueColumn: 'How much', timeColumn: ['when'] })
    expect(meters.map(plain)).toEqual([{ number: 'm1', at: ['2024-05-12T22:00'], litres: [5000] }])
    await expect(parse(lines, { layout: 'long' })).rejects.toThrow('is that of the meters; name it with --meter-column')
  })

  test('one column of registers without a meter requires its number', async () => {
    await expect(parse(['time,reading', '2024-05-13 00:00,5'])).rejects.toThrow('--column "reading=NUMBER"')
  })

  test('errors name row, column and what to do', async () => {
    await expect(parse(['meter,time,value', 'a,2024-05-13 00:00,-5'])).rejects.toThrow('line 2, column 3 (value): -5 is below zero')
    await expect(parse(['meter,time,value,dn', 'a,2024-05-13 00:00,5,large'])).rejects.toThrow(
      'column 4 (dn): "large" is no nominal diameter',
    )
    await expect(parse(['meter,time,value', 'a,2024-05-13 00:00,5'], { unit: findUnit('l/s')! })).rejects.toThrow('use import-flows')
    await expect(parse(['ts,a,a', '2024-05-13 00:00,5,6'])).rejects.toThrow('two columns are meter a')
  })
})
