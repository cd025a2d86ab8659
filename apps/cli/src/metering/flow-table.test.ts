import { describe, expect, test } from 'vitest'
import { tableOfLines } from '../shared/table/open-table.ts'
import { type FlowOptions, parseFlowTable } from './flow-table.ts'
import { findUnit } from './units.ts'

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}
const parseWith = async (text: string, options: Partial<FlowOptions> & { unitName?: string } = {}) =>
  parseFlowTable(await tableOfLines('flows.csv', () => linesOf(text)), {
    unit: findUnit(options.unitName ?? 'l/s')!,
    stamp: 'begin',
    timezone: 'UTC',
    ...options,
  })
const parse = async (text: string) => (await parseWith(text)).columns
const utc = (text: string) => Date.parse(`${text}Z`)
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)

/** A row each `minutes` from `from` on, as the local clock of a file shows them. */
const rowsFrom = (from: string, minutes: number, count: number, lineOf: (clock: string, at: number) => string): string =>
  Array.from({ length: count }, (_, at) => lineOf(new Date(utc(from) + at * minutes * 60_000).toISOString().slice(0, 16), at)).join('\n')

describe('a table of hourly mean flows', () => {
  test('gives one column of hourly volumes per inlet, at the end of each hour', async () => {
    const columns = await parse('ts_utc,DMA 1,DMA 2\n2020-12-31 23:00:00+00:00,3.7,\n2021-01-01 00:00:00+00:00,3.5625,0\n')
    expect(columns).toMatchObject([
      { name: 'DMA 1', id: 'dma-1', at: [Date.UTC(2021, 0, 1), Date.UTC(2021, 0, 1, 1)], litres: [13_320, 12_825] },
      { name: 'DMA 2', id: 'dma-2', at: [Date.UTC(2021, 0, 1, 1)], litres: [0], missing: 1 },
    ])
  })

  test('an empty cell, a dash and NA are unknown and never zero', async () => {
    const [column] = await parse(
      't,A\n2021-01-01 00:00Z,\n2021-01-01 01:00Z,NaN\n2021-01-01 02:00Z,-\n2021-01-01 03:00Z,NA\n2021-01-01 04:00Z,0.0',
    )
    expect(column).toMatchObject({ at: [Date.UTC(2021, 0, 1, 5)], litres: [0], missing: 4 })
    const [sentinel] = (await parseWith('t,A\n2021-01-01 00:00Z,-999\n2021-01-01 01:00Z,1', { missing: ['-999'] })).columns
    expect(sentinel).toMatchObject({ litres: [3600], missing: 1 })
  })

  test('volumes are exact to the millilitre whatever the unit', async () => {
    const hour = async (unitName: string, value: string) =>
      (await parseWith(`t,A\n2021-01-01 00:00Z,${value}`, { unitName })).columns[0]?.litres
    expect(await hour('l/s', '3.27')).toEqual([11_772])
    expect(await hour('m3/h', '75.766687')).toEqual([75_766.687])
    expect(await hour('l/h', '12.5')).toEqual([12.5])
    expect(await hour('l/min', '2')).toEqual([120])
    expect(await hour('gpm', '1')).toEqual([227.125])
    expect(await hour('MLD', '2.4')).toEqual([100_000])
    expect(await hour('m³/d', '24')).toEqual([1000])
    expect(await hour('l/s', '-1')).toEqual([-3600])
  })

  test('a wrong cell is named by line, column and heading', async () => {
    await expect(parse('t,A,B\n2021-01-01 00:00Z,1,2\n2021-01-01 01:00Z,1,much')).rejects.toThrow(
      'flows.csv, line 3, column 3 (B): "much" is no number',
    )
    await expect(parse('t,A\nyesterday,1')).rejects.toThrow('flows.csv, line 2, column 1 (t): "yesterday" is no time')
    await expect(parse('t,A\n2021-02-30 00:00Z,1')).rejects.toThrow('flows.csv, line 2, column 1')
    await expect(parse('t,A,B\n2021-01-01 00:00Z,1')).rejects.toThrow('flows.csv, line 2: 2 cells where the heading has 3.')
    await expect(parse('t,A\n2021-01-01 00:00Z,1,5')).rejects.toThrow('numbers with a decimal comma need quotes')
  })

  test('two inlets that would become one partition are refused', async () => {
    await expect(parse('t,DMA 1,dma-1\n2021-01-01 00:00Z,1,1')).rejects.toThrow('would both become partition dma-1')
  })

  test('an empty file and a file without inlets are refused', async () => {
    await expect(parse('')).rejects.toThrow('flows.csv is empty')
    await expect(parse('t\n')).rejects.toThrow('flows.csv, line 1: expected a heading')
    await expect(parse('t,A\n')).rejects.toThrow('a heading and no rows')
  })
})

describe('rows that are shorter than an hour', () => {
  test('quarter hours were overlaps of hours; they add up to hours', async () => {
    const rows = rowsFrom('2024-05-01T00:00', 15, 8, (clock, at) => `${clock}Z,${at + 1}`)
    const { columns, stepSeconds } = await parseWith(`t,A\n${rows}`, { unitName: 'm3/h' })
    expect(stepSeconds).toBe(900)
    expect(columns[0]).toMatchObject({ at: [utc('2024-05-01T01:00'), utc('2024-05-01T02:00')], litres: [2500, 6500], incompleteHours: 0 })
  })

  test.each([1, 5, 10, 20, 30])('%i-minute rows as well', async (minutes) => {
    const rows = rowsFrom('2024-05-01T00:00', minutes, 120 / minutes, (clock) => `${clock}Z,2`)
    const { columns } = await parseWith(`t,A\n${rows}`, { unitName: 'm3/h' })
    expect(columns[0]?.litres).toEqual([2000, 2000])
  })

  test('an hour with a missing row stays unknown', async () => {
    const rows = rowsFrom('2024-05-01T00:00', 30, 4, (clock, at) => `${clock}Z,${at === 1 ? '-' : 2}`)
    const { columns } = await parseWith(`t,A\n${rows}`, { unitName: 'm3/h' })
    expect(columns[0]).toMatchObject({ at: [utc('2024-05-01T02:00')], litres: [2000], incompleteHours: 1, missing: 1 })
  })

  test('a row of the interval that ends at its time belongs to the hour before', async () => {
    const rows = rowsFrom('2024-05-01T00:15', 15, 4, (clock) => `${clock}Z,1`)
    const { columns } = await parseWith(`t,A\n${rows}`, { unitName: 'm3/h', stamp: 'end' })
    expect(columns[0]).toMatchObject({ at: [utc('2024-05-01T01:00')], litres: [1000] })
  })

  test('hours are those of the zone, also where it is half an hour beside UTC', async () => {
    const rows = rowsFrom('2024-05-01T00:00', 15, 8, (clock, at) => `${clock},${at < 4 ? 1 : 2}`)
    const { columns } = await parseWith(`t,A\n${rows}`, { unitName: 'm3/h', timezone: 'Asia/Kolkata', times: 'local' })
    expect(columns[0]).toMatchObject({ at: [utc('2024-04-30T19:30'), utc('2024-04-30T20:30')], litres: [1000, 2000] })
  })

  test('rows some seconds late are put onto their marks, others are refused with their line', async () => {
    const late = await parseWith('t,A\n2024-05-01 00:00:03Z,1\n2024-05-01 00:30:00Z,1\n2024-05-01 01:00:00Z,1\n2024-05-01 01:30:00Z,1')
    expect(late.columns[0]?.litres).toEqual([3600, 3600])
    expect(late.movedRows).toBe(1)
    await expect(parse('t,A\n2024-05-01 00:00Z,1\n2024-05-01 00:30Z,1\n2024-05-01 01:00Z,1\n2024-05-01 01:12Z,1')).rejects.toThrow(
      'line 5: its time is 720 seconds beside the 30-minute step',
    )
    await expect(parse('t,A\n2024-05-01 00:00Z,1\n2024-05-02 00:00Z,1')).rejects.toThrow('rows are mostly 86400 seconds apart')
  })

  test('volumes per interval are added, registers go on as they are', async () => {
    const rows = rowsFrom('2024-05-01T00:00', 30, 4, (clock, at) => `${clock}Z,${at}`)
    const volumes = await parseWith(`t,A\n${rows}`, { unitName: 'm3', values: 'volume' })
    expect(volumes.columns[0]?.litres).toEqual([1000, 5000])
    const registers = await parseWith(`t,A\n${rows}`, { unitName: 'm3', values: 'register' })
    expect(registers).toMatchObject({ seconds: undefined, columns: [{ litres: [0, 1000, 2000, 3000] }] })
    await expect(parseWith(`t,A\n${rows}`, { unitName: 'm3' })).rejects.toThrow('say --values volume')
    await expect(parseWith(`t,A\n${rows}`, { unitName: 'l/s', values: 'volume' })).rejects.toThrow('l/s is a unit of flow')
  })
})

describe('local time', () => {
  const rome = { timezone: 'Europe/Rome', times: 'local', unitName: 'm3/h' } as const

  test('without an offset a time is ambiguous, so the zone is required', async () => {
    await expect(parseWith('t,A\n2024-05-01 00:00,1', { timezone: 'Europe/Rome' })).rejects.toThrow('say --times local')
    const [byHeading] = (await parseWith('time_utc,A\n2024-05-01 00:00,1', { timezone: 'Europe/Rome' })).columns
    expect(byHeading?.at.map(iso)).toEqual(['2024-05-01T01:00'])
    const [local] = (await parseWith('t,A\n2024-05-01 00:00,1', rome)).columns
    expect(local?.at.map(iso)).toEqual(['2024-04-30T23:00'])
    const [fixed] = (await parseWith('t,A\n2024-05-01 00:00,1', { ...rome, times: { offsetMinutes: 60 } })).columns
    expect(fixed?.at.map(iso)).toEqual(['2024-05-01T00:00'])
  })

  test('autumn: both passes of the repeated hour are hours of their own', async () => {
    const clocks = ['01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00', '03:30']
    const text = ['t;A', ...clocks.map((clock, at) => `27.10.2024 ${clock};${at},5`)].join('\n')
    const { columns, ambiguousRows } = await parseWith(text, rome)
    expect(ambiguousRows).toBe(0)
    expect(columns[0]?.at.map(iso)).toEqual(['2024-10-27T00:00', '2024-10-27T01:00', '2024-10-27T02:00', '2024-10-27T03:00'])
    expect(columns[0]?.litres).toEqual([1000, 3000, 5000, 7000])
  })

  test('autumn: one pass alone is taken for the first and flagged', async () => {
    const text = ['t;A', ...['01:00', '01:30', '02:00', '02:30', '03:00', '03:30'].map((clock) => `27.10.2024 ${clock};1`)].join('\n')
    const { columns, ambiguousRows } = await parseWith(text, rome)
    expect(ambiguousRows).toBe(2)
    expect(columns[0]?.flags).toEqual(['', 'ambiguous-time', ''])
    expect(columns[0]?.at.map(iso)).toEqual(['2024-10-27T00:00', '2024-10-27T01:00', '2024-10-27T03:00'])
  })

  test('newest rows first are read backwards, the repeated hour too', async () => {
    const clocks = ['01:00', '01:30', '02:00', '02:30', '02:00', '02:30', '03:00', '03:30']
    const lines = clocks.map((clock, at) => `27.10.2024 ${clock};${at},5`).reverse()
    const { columns, ambiguousRows } = await parseWith(['t;A', ...lines].join('\n'), rome)
    expect(ambiguousRows).toBe(0)
    expect(columns[0]?.litres).toEqual([1000, 3000, 5000, 7000])
  })

  test('spring: a clock that was not put forward gives two values for an instant, which is refused and explained', async () => {
    const ordinary = ['01:00', '01:30', '03:00', '03:30'].map((clock, at) => `31.03.2024 ${clock};${at}`)
    const { columns, skippedRows } = await parseWith(['t;A', ...ordinary].join('\n'), rome)
    expect([columns[0]?.at.map(iso), skippedRows]).toEqual([['2024-03-31T01:00', '2024-03-31T02:00'], 0])
    const naive = ['01:00', '01:30', '02:00', '02:30', '03:00', '03:30'].map((clock, at) => `31.03.2024 ${clock};${at}`)
    await expect(parseWith(['t;A', ...naive].join('\n'), rome)).rejects.toThrow(
      'lines 4 and 6: two values of A for 2024-03-31T01:00:00.000Z',
    )
  })

  test('a date and a time of day in two columns', async () => {
    const { columns } = await parseWith('Date;Time;North\n01/05/2024;0:00;1,5\n01/05/2024;1:00;-\n13/05/2024;2:00;2,5', rome)
    expect(columns).toMatchObject([{ name: 'North', litres: [1500, 2500], missing: 1 }])
  })
})
