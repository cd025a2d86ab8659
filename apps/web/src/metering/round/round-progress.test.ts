import { isPlausibleRegister, plausibleRegister } from '@nightflow/schemas/metering/plausible-register'
import { expect, test } from 'vitest'
import { doubtOf, historyOf, litresOf, nextOpen, type RoundMeter, stateOfMeter } from '#metering/round/round-progress.ts'
import type { KeptReading } from '#metering/round/round-store.ts'

const at = Date.parse('2026-03-03T08:00:00Z')
const meter: RoundMeter = {
  ...{ number: '1', name: null, address: '8 Mill Lane', isRead: false, reading: null, notRead: null },
  ...{ previousAt: '2026-03-01T08:00:00.000Z', previousLitres: 1000, litresPerDay: 300, expectedLitres: 1600, plausibleUntilLitres: 5000 },
}
const visit = (more: Partial<KeptReading> = {}): KeptReading => ({
  ...{
    readingId: 'r',
    person: 'north/1',
    walkById: 7,
    planId: 'p',
    roundName: 'Canal Street',
    number: '1',
    at: '2026-03-02T08:00:00.000Z',
  },
  ...{ litres: 1200, reason: null, note: '', isConfirmed: false, photo: null, state: 'kept', isTried: false, refusal: null, earlier: null },
  ...more,
})

test('a register is plausible on the phone where it is plausible for the service', () => {
  for (const litres of [0, 999, 1000, 1600, 5000, 5001, 1_000_000]) {
    const limits = { previousLitres: meter.previousLitres, ...plausibleRegister(meter, at) }
    expect(doubtOf(litres, meter, at) === undefined).toBe(isPlausibleRegister(litres, limits))
  }
  expect(doubtOf(999, meter, at)).toBe('below')
  expect(doubtOf(5001, meter, at)).toBe('above')
  expect(doubtOf(5, { previousAt: null, previousLitres: null, litresPerDay: null }, at)).toBeUndefined()
})

test('a reading that is kept on this phone is the previous one of the next, a refused one is not', () => {
  expect(historyOf(meter, [visit()])).toMatchObject({ previousLitres: 1200, litresPerDay: 300 })
  expect(historyOf(meter, [visit({ state: 'refused' })])).toMatchObject({ previousLitres: 1000 })
  expect(historyOf(meter, [visit({ at: '2026-02-01T08:00:00.000Z' })])).toMatchObject({ previousLitres: 1000 })
})

test('the state of a meter is that of its last visit on this phone, else the service’s', () => {
  expect(stateOfMeter(meter, [])).toBe('open')
  expect(stateOfMeter({ ...meter, isRead: true }, [])).toBe('read')
  expect(stateOfMeter(meter, [visit()])).toBe('kept')
  expect(stateOfMeter(meter, [visit(), visit({ state: 'refused' })])).toBe('refused')
  expect(stateOfMeter(meter, [visit({ state: 'sent' })])).toBe('read')
  expect(stateOfMeter(meter, [visit({ state: 'sent', litres: null, reason: 'noAccess' })])).toBe('notRead')
})

test('the next meter is the next open one of the route, then one that was passed over', () => {
  expect(nextOpen(['read', 'open', 'kept', 'open'], 1)).toBe(3)
  expect(nextOpen(['open', 'read', 'kept', 'open'], 3)).toBe(0)
  expect(nextOpen(['read', 'kept'], 0)).toBeUndefined()
})

test('a register is typed in cubic metres with a point or a comma', () => {
  expect(litresOf('12')).toBe(12_000)
  expect(litresOf('12,5')).toBe(12_500)
  expect(litresOf('12.345')).toBe(12_345)
  expect(litresOf('0.1')).toBe(100)
  for (const typed of ['', '1.2345', '-1', '1e3', '1,2,3', ',5']) expect(litresOf(typed)).toBeUndefined()
})
