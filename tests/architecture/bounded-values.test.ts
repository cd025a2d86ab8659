import { endpoints } from '@nightflow/schemas/endpoints'
import { eventCatalogue } from '@nightflow/schemas/events'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { valuesOf } from '../support/data/values-of-schema.ts'
import { filesLike } from './source-files.ts'

/** No log or database stores these, or no column and no sum holds them. */
const unstorable = ['\ud800', 'x\udc00y', 'x\u0000y', 'x'.repeat(1_000_000)]
const controlled = ['x\u0007y', 'x\u0085y']
const immense = [1e18, -1e18, 1e308, -1e308]

/** Which of these the schema takes and hands on as they are. */
const taken = (schema: z.ZodType, hostile: readonly (string | number)[]): (string | number)[] =>
  hostile.filter((value) => {
    const parsed = schema.safeParse(value)
    return parsed.success && parsed.data === value
  })

const findings = (schema: z.ZodType, texts: readonly string[]): string[] =>
  valuesOf(schema).flatMap(({ path, schema: value, unbounded }) => {
    const hostile = [...taken(value, texts), ...taken(value, immense)].map((each) => JSON.stringify(each).slice(0, 30))
    return [...hostile.map((each) => `${path} takes ${each}`), ...(unbounded ? [`${path} has no limit`] : [])]
  })

/** Commands that no endpoint carries as they are: those that gateways and policies give. */
const commands = async (): Promise<[string, z.ZodObject][]> => {
  const modules = await Promise.all(
    filesLike('schemas/src/**/*.ts')
      .filter((path) => !path.includes('.test.'))
      .map((path) => import(/* @vite-ignore */ `../../${path}`)),
  )
  return modules
    .flatMap((module) => Object.entries(module as Record<string, unknown>))
    .filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject && entry[1].shape.type instanceof z.ZodLiteral)
}

describe('values that the service takes are bounded: write text(), lines() or verbatim() of shared/text, and numbers with both bounds', () => {
  const requests = Object.values(endpoints).flatMap((rows) =>
    Object.entries(rows)
      .filter((entry): entry is [string, Endpoint] => typeof entry[1] === 'object' && 'path' in entry[1])
      .map(([name, { request }]) => ({ name, request })),
  )

  test.each(requests)('the request of $name', ({ request }) => {
    expect(findings(request, [...unstorable, ...controlled])).toEqual([])
  })

  test.each(Object.entries(eventCatalogue))('the event %s', (_, { data }) => {
    expect(findings(data, unstorable)).toEqual([])
  })

  test('every command', async () => {
    const found = await commands()
    expect(found.length).toBeGreaterThan(10)
    expect(found.flatMap(([name, schema]) => findings(schema, unstorable).map((finding) => `${name}: ${finding}`))).toEqual([])
  })
})
