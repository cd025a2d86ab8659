import { expect, test } from 'vitest'
import { instantIn } from './import-readings.ts'

const zone = 'Europe/Rome'

test('the time of a reading is that of the utility’s clock unless the cell names its offset', () => {
  expect(instantIn('2026-05-31 08:15', zone)).toBe('2026-05-31T06:15:00.000Z')
  expect(instantIn('2026-01-31T8:15:30', zone)).toBe('2026-01-31T07:15:30.000Z')
  expect(instantIn('2026-05-31 08:15+00:00', zone)).toBe('2026-05-31T08:15:00.000Z')
  expect(instantIn('2026-05-31T08:15:00.000Z', zone), 'a cell of a date').toBe('2026-05-31T06:15:00.000Z')
})

test('a time that could be another day, or that no clock has, is unclear', () => {
  for (const text of ['31/05/2026 08:15', '2026-05-31', '2026-02-30 08:15', '2026-05-31 25:00', 'yesterday'])
    expect(instantIn(text, zone), text).toBeUndefined()
})
