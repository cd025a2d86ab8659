import { expect, test } from 'vitest'
import { classesOf, classOf, colourOf, leakageClasses, negativeClassColour, unknownClassColour } from '#leakage/leakage-classes.ts'

test('the classes follow one another without gap and end at 100 %', () => {
  for (const [index, { from }] of leakageClasses.entries()) expect(from).toBe(index === 0 ? 0 : leakageClasses[index - 1]!.to)
  expect(leakageClasses.at(-1)!.to).toBe(1)
  expect(leakageClasses).toHaveLength(5)
})
test('a rate on a boundary belongs to the class that begins there', () => expect(classOf(0.1)).toBe(1))
test('a rate of 100 % has a class', () => expect(classOf(1)).toBe(4))
test('a negative rate is no low leakage: it has a colour of its own, which is neither green nor that of an unknown rate', () => {
  expect(classOf(-0.02)).toBeNull()
  expect(colourOf(-0.02)).toBe(negativeClassColour)
  expect([...leakageClasses.map(({ colour }) => colour), unknownClassColour]).not.toContain(negativeClassColour)
})
test('a rate that is written as zero is not negative', () => expect(colourOf(-0.0001)).toBe(leakageClasses[0]!.colour))
test('an unknown rate has no class', () => expect(classOf(null)).toBeNull())
test('ranges that a utility set become classes that end at 100 %', () => {
  const classes = classesOf([
    { to: 15, colour: '#00ff00' },
    { to: 100, colour: '#ff0000' },
  ])
  expect(classes.map(({ from, to }) => [from, to])).toEqual([
    [0, 0.15],
    [0.15, 1],
  ])
  expect(colourOf(0.2, classes)).toBe('#ff0000')
})
