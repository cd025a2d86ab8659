import { expect, test } from 'vitest'
import { inKeptOrder, moved } from './kept-tiles.ts'

const usual = ['counter', 'tasks', 'briefing', 'bills']

test('tiles that a person never moved are in the usual order', () => expect(inKeptOrder(usual, { order: [] })).toEqual(usual))

test('a tile that was moved keeps its place, and a tile that a later version brings follows the one before it', () => {
  expect(inKeptOrder(usual, { order: ['bills', 'counter', 'briefing'] })).toEqual(['bills', 'counter', 'tasks', 'briefing'])
  expect(inKeptOrder(usual, { order: ['briefing', 'tasks'] })).toEqual(['counter', 'briefing', 'bills', 'tasks'])
})

test('a tile that the person may no longer see is left out', () =>
  expect(inKeptOrder(['tasks'], { order: ['briefing', 'tasks'] })).toEqual(['tasks']))

test('a tile moves by one place, and stays at the ends', () => {
  expect(moved(usual, 'tasks', -1)).toEqual(['tasks', 'counter', 'briefing', 'bills'])
  expect(moved(usual, 'bills', 1)).toEqual(usual)
  expect(moved(usual, 'counter', -1)).toEqual(usual)
})
