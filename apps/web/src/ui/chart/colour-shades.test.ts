import { expect, test } from 'vitest'
import { contrastRatio, shadesOf } from '#ui/chart/colour-shades.ts'

test('white text is readable on the filled shade of every preset a tenant may choose', () => {
  for (const colour of ['#1890ff', '#ffba00', '#11a983', '#13c2c2', '#f5222d', '#faad14', '#722ed1', '#eb2f96'])
    expect(contrastRatio(shadesOf(colour)[6]!, '#ffffff')).toBeGreaterThanOrEqual(4.5)
})
test('the fifth shade is the colour itself', () => expect(shadesOf('#1890ff')[5]).toBe('#1890ff'))
test('a damaged colour falls back to the default', () => expect(shadesOf('blue')).toEqual(shadesOf('#1890ff')))
test('black on white has a contrast of 21', () => expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21))
