import { afterAll, expect } from 'vitest'

/** The answers of one API, compared with what OpenAPI says of them. */
export type ComparedAnswers = {
  /** How many answers of documented operations came. */
  count: () => number
  /** One line for each difference: operation, status and what differs. */
  differences: () => string[]
}

/** Those of the APIs that the running file has started. */
export const comparedInFile: ComparedAnswers[] = []

/** Set up for every file of the integration tests: whatever its tests look at, each answer that they got has to be what OpenAPI says. */
afterAll(() => {
  const differences = comparedInFile.splice(0).flatMap((compared) => compared.differences())
  expect(differences, 'answers that differ from the OpenAPI document').toEqual([])
})
