import { expect, test } from 'vitest'
import { ProblemError } from '../shared/problem.ts'
import { pagesOfDays } from './pages-of-days.ts'

const request = { number: '1', from: '2024-02-28', to: '2024-03-01', limit: 2000 }

test('an export asks for one day after the other, leap days too, and ends with the last', () => {
  const { first, next } = pagesOfDays(request)
  const asked = [first]
  for (let page = next(first, []); page; page = next(page, [])) asked.push(page)
  expect(asked.map(({ from, to }) => `${from} ${to}`)).toEqual(['2024-02-28 2024-02-28', '2024-02-29 2024-02-29', '2024-03-01 2024-03-01'])
})

test('a day with more readings than an answer holds breaks the export off instead of being cut', () => {
  const { first, next } = pagesOfDays(request)
  expect(() =>
    next(
      first,
      Array.from({ length: 10_000 }, () => ({})),
    ),
  ).toThrow('more than 10000 readings on 2024-02-28')
})

test('days the wrong way round are one page, which has nothing', () => {
  const { first, next } = pagesOfDays({ ...request, to: '2024-01-01' })
  expect([first.from, next(first, [])]).toEqual(['2024-02-28', undefined])
})

test('more than ten years are refused', () => {
  expect(() => pagesOfDays({ ...request, from: '1900-01-01' })).toThrow(ProblemError)
})
