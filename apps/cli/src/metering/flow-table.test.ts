import { describe, expect, test } from 'vitest'
import { hourLitres, parseFlowTable, parseUtcInstant, slugOf } from './flow-table.ts'
import { guessSeparator, splitLine } from './split-line.ts'

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}
const parse = (text: string) => parseFlowTable('flows.csv', linesOf(text), 'l/s')

describe('a table of hourly mean flows', () => {
  test('gives one column of hourly volumes per inlet', async () => {
    const columns = await parse('ts_utc,DMA 1,DMA 2\n2020-12-31 23:00:00+00:00,3.7,\n2021-01-01 00:00:00+00:00,3.5625,0\n')
    expect(columns).toEqual([
      { name: 'DMA 1', id: 'dma-1', hourStart: [Date.UTC(2020, 11, 31, 23), Date.UTC(2021, 0, 1)], litres: [13_320, 12_825] },
      { name: 'DMA 2', id: 'dma-2', hourStart: [Date.UTC(2021, 0, 1)], litres: [0] },
    ])
  })

  test('an empty cell is unknown and never zero', async () => {
    const [column] = await parse('t,A\n2021-01-01 00:00Z,\n2021-01-01 01:00Z,NaN\n2021-01-01 02:00Z,0.0')
    expect(column).toMatchObject({ hourStart: [Date.UTC(2021, 0, 1, 2)], litres: [0] })
  })

  test('volumes are exact to the millilitre whatever the unit', () => {
    expect(hourLitres('3.27', 'l/s')).toBe(11_772)
    expect(hourLitres('75.766687', 'm3/h')).toBe(75_766.687)
    expect(hourLitres('12.5', 'l/h')).toBe(12.5)
    expect(hourLitres('-1', 'l/s')).toBe(-3600)
    expect(hourLitres('1,5', 'l/s')).toBeUndefined()
    expect(hourLitres('0x10', 'l/s')).toBeUndefined()
  })

  test('a wrong cell is named by line and column', async () => {
    await expect(parse('t,A,B\n2021-01-01 00:00Z,1,2\n2021-01-01 01:00Z,1,much')).rejects.toThrow(
      'flows.csv, line 3, column 3 (B): "much" is no number',
    )
    await expect(parse('t,A\nyesterday,1')).rejects.toThrow('flows.csv, line 2, column 1: "yesterday" is no instant')
    await expect(parse('t,A\n2021-02-30 00:00Z,1')).rejects.toThrow('flows.csv, line 2, column 1')
    await expect(parse('t,A,B\n2021-01-01 00:00Z,1')).rejects.toThrow('flows.csv, line 2: 2 cells where the heading has 3.')
  })

  test('two inlets that would become one partition are refused', async () => {
    await expect(parse('t,DMA 1,dma-1\n')).rejects.toThrow('would both become partition dma-1')
  })

  test('an empty file and a file without inlets are refused', async () => {
    await expect(parse('')).rejects.toThrow('flows.csv is empty')
    await expect(parse('t\n')).rejects.toThrow('flows.csv, line 1: expected a heading')
  })

  test('instants may carry any offset and stand in UTC without one', () => {
    expect(parseUtcInstant('2021-03-28 03:00:00+02:00')).toBe(Date.UTC(2021, 2, 28, 1))
    expect(parseUtcInstant('2021-03-28T03:00:00+0200')).toBe(Date.UTC(2021, 2, 28, 1))
    expect(parseUtcInstant('2021-03-28 01:00:00')).toBe(Date.UTC(2021, 2, 28, 1))
    expect(parseUtcInstant('2021-03-28 25:00:00')).toBeUndefined()
    expect(parseUtcInstant('28/03/2021 01:00:00')).toBeUndefined()
  })

  test('names become identifiers that read well in a URL', () => {
    expect(slugOf('Zone Élysée / Nord', 1)).toBe('zone-elysee-nord')
    expect(slugOf('河滨', 3)).toBe('partition-3')
    expect(slugOf('x'.repeat(90), 1)).toHaveLength(56)
  })

  test('quoted cells hold separators and quotes', () => {
    expect(splitLine('a,"b, ""c""",d', ',')).toEqual(['a', 'b, "c"', 'd'])
    expect(splitLine('"a', ',')).toBeUndefined()
    expect(splitLine('a,,""', ',')).toEqual(['a', '', ''])
    expect(guessSeparator('time;North, old;South')).toBe(';')
  })
})
