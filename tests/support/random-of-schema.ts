import { z } from 'zod'
import { type Chance, oneOf, wholeNumber } from './data/chance.ts'
import { exampleOf } from './data/example-of-schema.ts'

/** Few, so that values of two events meet; a UUID comes in upper case too, as clients may send it. */
const texts = ['1', '2', 'ab1', 'Ab1', 'hill']
/** Where a number of so many digits is asked for. */
const longNumbers = [
  ...['1000000001', '1000000002', '1000000003', '10000000001', '10000000002', '10000000003'],
  ...['100000000000000001', '100000000000000002'],
]
/** Of version 4, and of version 7 where a schema asks for that. */
const identifiers = ['6b6f1e2c-6e5f-4a53-8d5a-0f3f5a6f7a01', '0e0f7c0a-92a0-4f33-b8a1-3d0b5a0d2c11']
const months = ['2026-01', '2026-02', '2026-03']
const years = [2026, 2027]
const forms = ['KIND-YEAR-NUMBER']
const timedIdentifiers = ['019ab000-0000-7000-8000-00000000000a', '019ab000-0000-7000-8000-00000000000b']
const wordsMax = 3
const yearMilliseconds = 365 * 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')

/** A random value that a schema accepts, from few texts, words and whole numbers. */
export const randomOf = (schema: z.ZodType, random: Chance): unknown => {
  if (schema instanceof z.ZodDefault) return randomOf(schema.unwrap() as z.ZodType, random)
  if (schema instanceof z.ZodOptional) return random() < 0.3 ? undefined : randomOf(schema.unwrap() as z.ZodType, random)
  if (schema instanceof z.ZodNullable) return random() < 0.3 ? null : randomOf(schema.unwrap() as z.ZodType, random)
  if (schema instanceof z.ZodObject) return randomObject(schema, random)
  if (schema instanceof z.ZodEnum) return oneOf(random, schema.options.slice(0, wordsMax))
  if (schema instanceof z.ZodBoolean) return random() < 0.5
  if (schema instanceof z.ZodISODateTime) return new Date(start + wholeNumber(random, 0, yearMilliseconds)).toISOString()
  if (schema instanceof z.ZodUUID)
    return oneOf(
      random,
      (schema.safeParse(identifiers[0]).success ? identifiers : timedIdentifiers).flatMap((id) => [id, id.toUpperCase()]),
    )
  const { usual, long } = fittingOf(schema)
  const numbers = [wholeNumber(random, 1, 1_000), random() * 100]
  const fitting = [...usual, ...numbers.filter((value) => schema.safeParse(value).success)]
  if (fitting.length > 0) return oneOf(random, fitting)
  if (long.length > 0) return oneOf(random, long)
  return schema instanceof z.ZodArray ? randomList(schema, random) : exampleOf(schema)
}

type Fitting = { usual: readonly unknown[]; long: readonly unknown[] }
/** A schema is asked for thousands of values, and a refusal takes zod longer than an answer. */
const fittingValues = new WeakMap<z.ZodType, Fitting>()

const fittingOf = (schema: z.ZodType): Fitting => {
  const known = fittingValues.get(schema)
  if (known) return known
  const fits = (value: unknown) => schema.safeParse(value).success
  const fitting = { usual: [...texts, 1, 2, 3].filter(fits), long: [...longNumbers, ...months, ...years, ...forms].filter(fits) }
  fittingValues.set(schema, fitting)
  return fitting
}

/** An example, or two parts of which one takes away what the other adds, where no list of equal parts fits. */
const randomList = (schema: z.ZodArray, random: Chance): unknown => {
  const example = exampleOf(schema)
  if (!Array.isArray(example) || example.length > 0 || !(schema.element instanceof z.ZodObject)) return example
  const one = randomObject(schema.element, random)
  const other = Object.fromEntries(
    Object.entries({ ...randomObject(schema.element, random), ...numbersIn(one) }).map(([name, value]) => [
      name,
      typeof value === 'number' ? -value : value,
    ]),
  )
  return schema.safeParse([one, other]).success ? [one, other] : example
}

const numbersIn = (one: object): object => Object.fromEntries(Object.entries(one).filter(([, value]) => typeof value === 'number'))

/** Where fields depend on one another, as an end on its start, the first that fits of several. */
const triesMax = 20

const randomObject = (schema: z.ZodObject, random: Chance): object => {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const value = randomFields(schema, random)
    if (schema.safeParse(value).success) return value
  }
  return exampleOf(schema) as object
}

const randomFields = (schema: z.ZodObject, random: Chance): object =>
  Object.fromEntries(
    Object.entries(schema.shape)
      .map(([name, part]) => [name, randomOf(part as z.ZodType, random)])
      .filter(([, value]) => value !== undefined),
  )
