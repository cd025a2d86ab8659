import { type Rejection, rejected } from '@nightflow/schemas/shared/rejections'
import { expect, test } from 'vitest'
import type { Decided } from './decide.ts'
import { decideEach, decideInOrder } from './decide-each.ts'

const stored = (position: number): Decided => ({ response: { position }, position })
const notFound: Rejection = rejected('not-found')

/** Accepts even numbers, each at the position of its own. */
const even = async (number: number): Promise<Decided | Rejection> => {
  await new Promise((resolve) => setImmediate(resolve))
  return number % 2 === 0 ? stored(number) : notFound
}

test('one that is refused does not hold up the others', async () => {
  const { accepted, refused, position } = await decideEach([1, 2, 3, 4], even, { atOnce: 3 })
  expect(accepted.map(({ item }) => item).toSorted()).toEqual([2, 4])
  expect(refused).toEqual([
    { item: 1, refusal: notFound },
    { item: 3, refusal: notFound },
  ])
  expect(position).toBe(4)
})

test('no more are decided at once than said', async () => {
  let now = 0
  let most = 0
  await decideEach(Array.from({ length: 20 }).keys(), async (number) => {
    now += 1
    most = Math.max(most, now)
    const decided = await even(number)
    now -= 1
    return decided
  })
  expect(most).toBe(1)
})

test('without an event the position is 0', async () => {
  expect(await decideEach([], even)).toEqual({ accepted: [], refused: [], position: 0 })
})

test('in their order, the first refusal ends it', async () => {
  const asked: number[] = []
  const answer = await decideInOrder([2, 4, 5, 6], async (number) => {
    asked.push(number)
    return even(number)
  })
  expect(answer).toEqual(notFound)
  expect(asked).toEqual([2, 4, 5])
  expect(await decideInOrder([4, 2], even)).toBe(4)
})
