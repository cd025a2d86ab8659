import { expect, test } from 'vitest'
import { identifierOf } from './identifier-of.ts'
import { superiorsOf } from './partition-order.ts'

const point = (id: string, parentId: string | null, level: number, rootId = 'root') => ({ id, parentId, level, rootId })

test('the superior metering point of a point is any of its cascade but itself and those below it', () => {
  const rows = [point('root', null, 1), point('a', 'root', 2), point('b', 'root', 2), point('a1', 'a', 3), point('other', null, 1, 'other')]
  expect(superiorsOf(rows[1]!, rows).map(({ id }) => id)).toEqual(['root', 'b'])
})

// requirement of Cascade partitions: A superior metering point leaves room for at most five levels | /water/leakage | PUT /api/v1/partitions/:id/superior
test('a superior metering point without room for the layers below the point is not offered', () => {
  const line = ['root', 'a', 'b', 'c', 'd'].map((id, at, all) => point(id, all[at - 1] ?? null, at + 1))
  const rows = [...line, point('x', 'root', 2), point('x1', 'x', 3)]
  expect(superiorsOf(point('x', 'root', 2), rows).map(({ id }) => id)).toEqual(['root', 'a', 'b'])
})

test('the identifier of a new point follows from its name, also from a Chinese one', () => {
  const taken = new Set(['north-hill', 'point-1'])
  expect(identifierOf('Vallée de l’Eau', taken)).toBe('vallee-de-l-eau')
  expect(identifierOf('North Hill', taken)).toBe('north-hill-2')
  expect(identifierOf('北山', taken)).toBe('point-2')
  expect(identifierOf('  ', taken)).toBe('')
})
