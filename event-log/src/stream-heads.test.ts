import { expect, test } from 'vitest'
import { emptyHash } from './chain.ts'
import { headsMaximum, rememberHeads } from './stream-heads.ts'

const head = (version: number) => ({ version, hash: emptyHash })

test('those without news for longest are forgotten above the maximum, whether they came from appends or from the log', () => {
  const heads = rememberHeads()
  for (const index of ['first', 'second', 'third']) heads.advance(index, head(1))
  heads.advance('first', head(2))
  heads.replace('second', head(1))
  for (let index = 3; index < headsMaximum; index += 1) heads.replace(`stream-${index}`, head(1))
  expect(heads.get('third')).toEqual(head(1))
  heads.replace('one more', head(1))
  expect(heads.get('third')).toBeUndefined()
  heads.advance('and another', head(1))
  expect(heads.get('first')).toBeUndefined()
  expect(heads.get('second')).toEqual(head(1))
})

test('an append moves a head forward alone, the log moves it back too', () => {
  const heads = rememberHeads()
  heads.advance('one', head(5))
  heads.advance('one', head(4))
  expect(heads.get('one')).toEqual(head(5))
  heads.replace('one', head(3))
  expect(heads.get('one')).toEqual(head(3))
})
