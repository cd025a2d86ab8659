import { expect, test } from 'vitest'
import { sumInFigures } from './sum-in-figures.ts'

test.each([
  ['en', '( 1321.230 + 1390.658 ) / 2 = 1355.944 l/h', '(1,321.230 + 1,390.658) ÷ 2 = 1,355.944 l/h'],
  ['id', '1358133 - 964912 = 393221 l', '1.358.133 − 964.912 = 393.221 l'],
  ['fr', '43.22 * 0.09 = 3.89', '43,22 × 0,09 = 3,89'],
])('a sum of a guide has its figures as %s writes them', (language, sum, shown) => {
  expect(sumInFigures(sum, language)).toBe(shown)
})
