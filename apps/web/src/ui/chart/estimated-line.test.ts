import { expect, test } from 'vitest'
import { withEstimates } from '#ui/chart/estimated-line.ts'

const line = { label: 'Supply', kind: 'line' as const, colour: 'primary' as const, decimals: 2, values: [1, 2, 3, null, 5] }

test('estimated values are a dashed line that begins and ends at the measured ones', () => {
  expect(withEstimates(line, [false, false, true, false, false], 'Estimated')).toEqual([
    { ...line, values: [1, 2, null, null, 5] },
    { ...line, label: 'Estimated', kind: 'dashed', values: [null, 2, 3, null, null] },
  ])
})

test('a line without estimates stays one line, also where only an unknown value is marked', () => {
  expect(withEstimates(line, [false, false, false, true, false], 'Estimated')).toEqual([line])
})

test('an area keeps all of its values below the dashes', () => {
  expect(withEstimates({ ...line, kind: 'area' }, [true, false, false, false, false], 'Estimated')).toMatchObject([
    { kind: 'area', values: [1, 2, 3, null, 5] },
    { kind: 'dashed', values: [1, 2, null, null, null] },
  ])
})
