import { expect, test } from 'vitest'
import { defaultRegulatorClasses, readRegulatorClasses } from './regulator-classes.ts'

test('the classes of regulators are four rising ends each, shares in per cent', () => {
  expect(readRegulatorClasses(defaultRegulatorClasses)).toEqual({
    areraShare: [0.25, 0.35, 0.45, 0.55],
    areraLinear: [15, 25, 40, 60],
    pdam: [0.25, 0.3, 0.35, 0.4],
  })
  for (const wrong of [
    '',
    'arera-share 25 35 45 55',
    defaultRegulatorClasses.replace('35', '20'),
    `${defaultRegulatorClasses}, eu 1 2 3 4`,
  ])
    expect(readRegulatorClasses(wrong), wrong).toBeUndefined()
})
