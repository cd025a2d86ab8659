import { expect, test } from 'vitest'
import { ranked } from './palette-rank.ts'

const names = (found: { thing: string }[]) => found.map(({ thing }) => thing)

test('a name that is what was typed comes first, then names that begin with it, words in them, and parts of words', () =>
  expect(names(ranked(['Far meters', 'Submeters', 'Meters list', 'Meters', 'Roles'], 'meters', { names: (name) => [name] }))).toEqual([
    'Meters',
    'Meters list',
    'Far meters',
    'Submeters',
  ]))

test('a text beside a name counts less than any name', () => {
  const things = ['Map', 'Water map of the north']
  const beside = (name: string) => (name === 'Map' ? ['Water'] : [])
  expect(names(ranked(things, 'water', { names: (name) => [name], beside }))).toEqual(['Water map of the north', 'Map'])
})
