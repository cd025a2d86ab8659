import { expect, test } from 'vitest'
import { cascadeAlarmOf, trendOf } from './cascade-alarm.ts'

test('an alarm of a cascade is a leakage alarm or a night flow alarm, with its value in the unit of the screens', () => {
  const of = (eventType: Parameters<typeof cascadeAlarmOf>[0]['eventType'], value: number, unit: string) =>
    cascadeAlarmOf({ eventType, value, threshold: null, unit })
  expect(of('partition-leakage', 0.25, '')).toMatchObject({ alarmKind: 'leakage', content: 'leakage-rate', value: 25, unit: '%' })
  expect(of('partition-leakage', 12_500, 'l/d')).toMatchObject({
    alarmKind: 'leakage',
    content: 'leakage-volume',
    value: 12.5,
    unit: 'm3/d',
  })
  expect(of('partition-detection', 800, 'l/h')).toMatchObject({ alarmKind: 'leakage', content: 'detected-leak', value: 0.8, unit: 'm3/h' })
  expect(of('partition-night-flow', 800, 'l/h')).toMatchObject({ alarmKind: 'night-flow', content: 'night-minimum', value: 0.8 })
  expect(of('partition-kl', 0.6, '')).toMatchObject({ alarmKind: 'night-flow', content: 'kl-ratio', value: 0.6, unit: 'ratio' })
})

test('a change of a twentieth of the mean is a trend, and one known day has none', () => {
  expect([trendOf([100, null, 104]), trendOf([100, 110]), trendOf([110, 100]), trendOf([null, 100])]).toEqual([
    'steady',
    'up',
    'down',
    null,
  ])
})
