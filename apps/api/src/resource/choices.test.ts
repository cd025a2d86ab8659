import { expect, test } from 'vitest'
import { type Choice, choosing } from './choices.ts'

const yesNo: Choice[] = [
  { value: 'Y', label: 'Ya', names: ['是', 'Yes', 'Oui', 'Ya'] },
  { value: 'N', label: 'Tidak', names: ['否', 'No', 'Non', 'Tidak'] },
]

test('a text means the value, the reader’s word for it, or that of another language, however it is written', () => {
  const meant = choosing(yesNo)
  expect(['y', 'N', ' ya ', 'TIDAK', 'Ｙｅｓ', '否'].map(meant)).toEqual(['Y', 'N', 'Y', 'N', 'Y', 'N'])
})

test('the reader’s word counts before the same word of another language', () => {
  const meant = choosing([
    { value: '1', label: 'Main', names: [] },
    { value: '2', label: 'Hand', names: ['Main'] },
  ])
  expect(meant('main')).toBe('1')
})

test('an ambiguous word matches no choice, and the refusal names the choices', () => {
  const meant = choosing([
    { value: 7, label: 'North', names: [] },
    { value: 8, label: 'north', names: [] },
  ])
  expect(meant('North')).toEqual({ rejected: 'choice-unknown', details: { choices: 'North, north' } })
  expect(meant('8')).toBe(8)
})

test('thousands of cells are read among thousands of choices in no time', () => {
  const choices = Array.from({ length: 5000 }, (_, nth) => ({ value: nth, label: `Department ${nth}`, names: [] }))
  const meant = choosing(choices)
  const start = performance.now()
  for (let nth = 0; nth < 5000; nth++) expect(meant(`department ${nth}`)).toBe(nth)
  expect(performance.now() - start).toBeLessThan(2000)
})
