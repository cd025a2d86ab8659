import { test } from 'vitest'
import { specificationOf } from '../shared/decider-specification.ts'
import { personDecider } from './person-decider.ts'

const given = specificationOf(personDecider)
const personId = '6f2f2c4e-5c39-4b7d-9c57-0b6f3a2f8f11'
const erase = { type: 'ErasePerson', personId, reason: 'request 17' } as const
const erased = {
  type: 'privacy.PersonErased' as const,
  data: { personId, reason: 'request 17', erasedAt: '2026-03-02T08:00:00.000Z' },
}

test('a person is erased once, however the identifier is written', () => {
  given([]).when(erase).then([erased])
  given([])
    .when({ ...erase, personId: personId.toUpperCase() })
    .then([erased])
  given([erased]).when(erase).then([])
})
