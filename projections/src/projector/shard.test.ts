import { describe, expect, test } from 'vitest'
import { type Shard, shardOf } from './shard.ts'

const shardsOf = (count: number): Shard[] => Array.from({ length: count }, (_, index) => shardOf(index, count))
const ownersOf = (shards: readonly Shard[], tenant: string, number: string): number[] =>
  shards.filter((shard) => shard.owns(tenant, number)).map(({ index }) => index)

describe('the shards of the read models', () => {
  test('every meter belongs to exactly one', () => {
    const shards = shardsOf(7)
    for (let number = 0; number < 2_000; number++) expect(ownersOf(shards, 'river', String(number))).toHaveLength(1)
  })

  test('a sole shard has every meter', () => {
    expect(shardOf(0, 1).owns('river', '4711')).toBe(true)
  })

  test.each([2, 3, 4, 8])('meters with successive numbers are spread evenly over %i', (count) => {
    const shards = shardsOf(count)
    const meters = Array(count).fill(0) as number[]
    for (let number = 0; number < 8_000; number++) meters[ownersOf(shards, 'river', String(10_000_000 + number))[0]!]! += 1
    for (const some of meters) expect(Math.abs(some / (8_000 / count) - 1)).toBeLessThan(0.1)
  })

  test('two utilities that number their meters alike are not spread alike', () => {
    const shards = shardsOf(4)
    const numbers = Array.from({ length: 1_000 }, (_, number) => String(number))
    const alike = numbers.filter((number) => ownersOf(shards, 'river', number)[0] === ownersOf(shards, 'lake', number)[0])
    expect(alike.length).toBeLessThan(350)
  })

  test('a meter stays where the rows of read models that are there already have it', () => {
    const shards = shardsOf(4)
    const numbers = ['1', '2', '3', '4', '5', '6', '7', '4711', '10000007', 'Zähler-ä']
    expect(numbers.map((number) => ownersOf(shards, 'river', number)[0])).toEqual([1, 0, 2, 0, 2, 1, 1, 2, 3, 3])
  })
})
