import type { MeterFit } from '@nightflow/schemas/leakage/meter-check'
import { expect, test } from 'vitest'
import { noMeters, numbersToAssociate, remainingQuota, typedNumbers, unopenedOf, withBulkMeters, withMeters } from './chosen-meters.ts'

const fit = (number: string, more: Partial<MeterFit> = {}): MeterFit => ({
  ...{ number, name: null, address: null, problem: null, details: {}, isHere: false, accountNo: `A${number}`, elsewhere: [] },
  ...more,
})
const unopened = (number: string) => fit(number, { problem: 'meter-without-account', accountNo: null })
const thousand = Array.from({ length: 1000 }, (_, at) => fit(String(at)))

// requirement of Cascade partitions: The remaining quota limits the count, 1000 meters an import | /water/leakage | POST /api/v1/partitions/:id/sub-meters
test('the remaining quota limits the count: of 1,005 meters 1,000 are chosen', () => {
  const all = withMeters(
    withMeters(noMeters, thousand.slice(0, 995)),
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((number) => fit(number)),
  )
  expect(all.chosen.size).toBe(1000)
  expect(remainingQuota(all)).toBe(0)
  expect(all.beyondQuota).toBe(2)
})

// requirement of Cascade partitions: Meters without an account are not associated, with an explicit exception for bulk meters | /water/leakage | POST /api/v1/partitions/:id/sub-meters
test('meters without an account are not associated', () => {
  const meters = withMeters(noMeters, [fit('1'), unopened('2')])
  expect(numbersToAssociate(meters)).toEqual({ numbers: ['1'], bulk: [] })
  expect(unopenedOf(meters).map(({ number }) => number)).toEqual(['2'])
})

test('the exception of bulk meters is explicit, and of no other refusal', () => {
  const meters = withBulkMeters(withMeters(noMeters, [fit('1'), unopened('2'), fit('3', { problem: 'meter-not-registered' })]))
  expect(numbersToAssociate(meters)).toEqual({ numbers: ['1', '2'], bulk: ['2'] })
  expect([...meters.refused.keys()]).toEqual(['3'])
})

test('a meter that is associated already is not chosen again', () => {
  expect(withMeters(noMeters, [fit('1', { isHere: true })]).chosen.size).toBe(0)
})

// requirement of Cascade partitions: Meter numbers are separated by English commas | /water/leakage | POST /api/v1/partitions/:id/meter-checks
test('meter numbers are separated by English commas', () => {
  expect(typedNumbers('1001,1002,\n1003', 1000)).toEqual({ numbers: ['1001', '1002', '1003'] })
  for (const text of ['1001，1002', '1001;1002', '1001 1002', '1001、1002'])
    expect(typedNumbers(text, 1000)).toMatchObject({ wrong: 'separator' })
  expect(typedNumbers(' , ', 1000)).toEqual({ wrong: 'none' })
  expect(typedNumbers('10#1', 1000)).toEqual({ wrong: 'number', number: '10#1' })
  expect(typedNumbers('1,2,3', 2)).toEqual({ wrong: 'quota' })
})
