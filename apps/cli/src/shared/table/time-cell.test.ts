import { describe, expect, test } from 'vitest'
import { tableOfLines } from './open-table.ts'
import { parseTime } from './time-cell.ts'
import { TimeEvidence } from './time-evidence.ts'

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}
const evidenceOf = (...times: string[]): TimeEvidence => {
  const evidence = new TimeEvidence()
  for (const [at, time] of times.entries()) evidence.add(time, at + 2)
  return evidence
}
const orderOf = async (...times: string[]) => evidenceOf(...times).decideOrder(await tableOfLines('t.csv', () => linesOf('t,a\n')))
const local = (text: string, order: 'day-first' | 'month-first' = 'day-first') => {
  const time = parseTime(text, order)
  return time && `${new Date(time.local).toISOString().slice(0, 19)}${time.offsetMinutes === undefined ? '' : ` ${time.offsetMinutes}`}`
}

describe('times as files write them', () => {
  test.each([
    ['2024-05-01 00:15', '2024-05-01T00:15:00'],
    ['2024-05-01T00:15:30', '2024-05-01T00:15:30'],
    ['2024/5/1 0:15', '2024-05-01T00:15:00'],
    ['2024-05-01', '2024-05-01T00:00:00'],
    ['2024-05-01 24:00', '2024-05-02T00:00:00'],
    ['01.05.2024 00:15', '2024-05-01T00:15:00'],
    ['01/05/2024 00:15:00', '2024-05-01T00:15:00'],
    ['1-5-2024 9:05', '2024-05-01T09:05:00'],
    ['01/05/24 12:15 AM', '2024-05-01T00:15:00'],
    ['01/05/2024 11:15 pm', '2024-05-01T23:15:00'],
    ['01-May-2024 00:15', '2024-05-01T00:15:00'],
    ['1 May 2024, 00:15', '2024-05-01T00:15:00'],
    ['2024年5月1日 0:15', '2024-05-01T00:15:00'],
    ['2024年5月1日 0时15分', '2024-05-01T00:15:00'],
    ['20240501 0015', '2024-05-01T00:15:00'],
    ['202405010015', '2024-05-01T00:15:00'],
    ['20240501T001530Z', '2024-05-01T00:15:30 0'],
    ['2024-05-01T00:15:00+02:00', '2024-05-01T00:15:00 120'],
    ['2024-05-01 00:15:00-0530', '2024-05-01T00:15:00 -330'],
    ['2024-05-01 00:15 UTC', '2024-05-01T00:15:00 0'],
    ['1714522500', '2024-05-01T00:15:00 0'],
    ['1714522500000', '2024-05-01T00:15:00 0'],
  ])('%s', (text, expected) => {
    expect(local(text)).toBe(expected)
  })

  test('a date that does not exist is none', () => {
    for (const text of [
      '2021-02-30',
      '31/02/2021',
      '2021-01-01 25:00',
      '2021-01-01 24:01',
      '2021-01-01 00:60',
      '13:00 pm',
      'yesterday',
      '',
    ]) {
      expect(local(text), text).toBeUndefined()
    }
    expect(local('13/25/2021', 'month-first')).toBeUndefined()
  })

  test('the order of day and month follows from the whole file', async () => {
    expect(local('03/04/2024', 'month-first')).toBe('2024-03-04T00:00:00')
    expect(local('03.04.2024', 'month-first')).toBe('2024-04-03T00:00:00')
    expect(await orderOf('01/02/2024', '13/02/2024')).toBe('day-first')
    expect(await orderOf('02/01/2024', '02/13/2024')).toBe('month-first')
    const quarters = (date: string) => ['00:00', '06:00', '12:00', '18:00'].map((clock) => `${date} ${clock}`)
    expect(await orderOf(...quarters('01/05/2024'), ...quarters('02/05/2024'))).toBe('day-first')
    expect(await orderOf(...quarters('05/01/2024'), ...quarters('05/02/2024'))).toBe('month-first')
    await expect(orderOf('01/02/2024', '01/03/2024')).rejects.toThrow('say --date-order day-first or month-first')
    await expect(orderOf('13/02/2024', '02/13/2024')).rejects.toThrow('"02/13/2024" has the month first')
  })

  test('offsets are there in all rows or in none', async () => {
    const table = await tableOfLines('t.csv', () => linesOf('t,a\n'))
    expect(evidenceOf('2024-05-01T00:00Z').haveOffset(table)).toBe(true)
    expect(evidenceOf('2024-05-01T00:00').haveOffset(table)).toBe(false)
    expect(() => evidenceOf('2024-05-01T00:00Z', '2024-05-01T01:00').haveOffset(table)).toThrow(
      't.csv, line 3: "2024-05-01T01:00" has no offset',
    )
  })
})
