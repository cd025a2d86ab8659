import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import type { OpenApi } from './documented-answers.ts'
import { pngOf } from './pictures.ts'

type Schema = { readonly [key: string]: unknown }
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
type Body = { content: Record<string, { schema: Schema }> }

/** One operation of the document, and what is needed to write requests for it. */
export type Asked = {
  name: string
  method: string
  path: string
  permission: string
  parameters: readonly Parameter[]
  body: Body | undefined
  components: Record<string, Schema>
}

/** Values that answers had, by the name of their field. */
export type SeenValues = Map<string, Set<string | number>>

export const operationsOf = (document: OpenApi): Asked[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      permission: /`([^`]+)`/.exec(String(operation.description))?.[1] ?? '',
      parameters: (operation.parameters ?? []) as Parameter[],
      body: operation.requestBody as Body | undefined,
      components: (document.components as unknown as { schemas: Record<string, Schema> }).schemas,
    })),
  )

const seenMax = 30

/** Keeps the texts and numbers of an answer, so that later requests name what there is. */
export const remember = (seen: SeenValues, value: unknown, name = ''): void => {
  if (Array.isArray(value)) for (const one of value.slice(0, seenMax)) remember(seen, one, name)
  else if (typeof value === 'object' && value !== null)
    for (const [field, part] of Object.entries(value)) {
      remember(seen, part, field)
    }
  else if (typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 64)) {
    const values = seen.get(name) ?? new Set()
    if (values.size < seenMax) seen.set(name, values.add(value))
  }
}

/** Values that no field takes, or few do. */
const wrong = fc.constantFrom<unknown>(
  ...[null, true, -1, 0, 1e18, 2.5, '', ' ', 'x'.repeat(300), 'a\u0000b', '水', "' or 1=1 --", '2026-02-30', '../../etc', '%', '=1+1'],
  ...[[], [null], {}, { a: 1 }, 'null', 'NaN'],
)

/** Days and instants of the time that the utility of the test has figures of. */
const days = fc.integer({ min: 0, max: 120 }).map((nth) => new Date(Date.UTC(2025, 10, 1 + nth)).toISOString())
const ofFormat: Record<string, fc.Arbitrary<string>> = {
  date: days.map((at) => at.slice(0, 10)),
  'date-time': days,
  uuid: fc.uuid({ version: [4, 7] }),
  email: fc.constantFrom('a@north.example', 'clerk@north.example'),
  uri: fc.constantFrom('https://north.example/a', 'http://127.0.0.1:9/'),
}

type World = { seen: SeenValues; components: Record<string, Schema> }
const depthMax = 5

/** Values of a JSON schema; those that answers had under the same name come more often than others. */
export const aValueOf = (schema: Schema, name: string, world: World, depth = 0): fc.Arbitrary<unknown> => {
  const plain = schemaValue(schema, name, world, depth)
  const seen = [...(world.seen.get(name) ?? world.seen.get(name.replace(/s$/, '')) ?? [])]
  return seen.length === 0 || isObject(schema)
    ? plain
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...seen) }, { weight: 2, arbitrary: plain })
}

const isObject = ({ type, properties }: Schema): boolean => type === 'object' && properties !== undefined

const schemaValue = (schema: Schema, name: string, world: World, depth: number): fc.Arbitrary<unknown> => {
  const { $ref, anyOf, oneOf, enum: words, type, items, prefixItems } = schema as { [key: string]: never }
  if ($ref !== undefined) return aValueOf(world.components[String($ref).split('/').at(-1)!] ?? {}, name, world, depth + 1)
  const choices = (anyOf ?? oneOf) as Schema[] | undefined
  if (choices) return fc.oneof(...choices.map((choice) => aValueOf(choice, name, world, depth + 1)))
  if ('const' in schema) return fc.constant(schema.const)
  if (words) return fc.constantFrom(...(words as unknown[]))
  if (prefixItems) return fc.tuple(...(prefixItems as Schema[]).map((item) => aValueOf(item, name, world, depth + 1)))
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'array') {
    const { minItems = 0, maxItems = 3 } = schema as { minItems?: number; maxItems?: number }
    const maxLength = depth > depthMax ? minItems : Math.max(minItems, Math.min(maxItems, 3))
    return fc.array(aValueOf((items ?? {}) as Schema, name.replace(/s$/, ''), world, depth + 1), { minLength: minItems, maxLength })
  }
  return type === 'object' ? objectOf(schema, world, depth) : fc.constantFrom(null, 1, 'a')
}

const textOf = ({ format, pattern, minLength = 0, maxLength = 20 }: { [key: string]: unknown }): fc.Arbitrary<string> => {
  const known = ofFormat[String(format)]
  if (known) return known
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern), { size: 'small' })
  const shortest = Math.max(1, Number(minLength))
  return fc.string({ minLength: shortest, maxLength: Math.max(shortest, Math.min(Number(maxLength), 30)) })
}

const numberOf = (schema: Schema): fc.Arbitrary<number> => {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as { [key: string]: never }
  const least: number = exclusiveMinimum ?? minimum ?? 0
  const most: number = exclusiveMaximum ?? maximum ?? least + 1_000
  const from = Math.max(least, -1_000)
  const to = Math.min(most, from + 100)
  if (type === 'number') return fc.double({ min: from, max: to, noNaN: true, minExcluded: true }).map((value) => Number(value.toFixed(3)))
  const usual = fc.integer({ min: Math.ceil(from), max: Math.floor(to) })
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(least, most) })
}

/** Every fourth of the fields that are not required comes, so that most requests are not refused for one of them; none where `isPlain`. */
const objectOf = (schema: Schema, world: World, depth = 0, isPlain = false): fc.Arbitrary<Record<string, unknown>> => {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Schema>; required?: string[] }
  const optional = isPlain || depth > depthMax ? [] : Object.keys(properties).filter((field) => !required.includes(field))
  const valueIn = (field: string): fc.Arbitrary<unknown> => aValueOf(properties[field]!, field, world, depth + 1)
  const absent = fc.constant(undefined)
  const model = {
    ...Object.fromEntries(required.filter((field) => field in properties).map((field) => [field, valueIn(field)])),
    ...Object.fromEntries(
      optional.map((field) => [field, fc.oneof({ weight: 3, arbitrary: absent }, { weight: 1, arbitrary: valueIn(field) })]),
    ),
  }
  return fc.record(model).map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
}

/** One value of a request in another place than it belongs, or of another type. */
const spoilt = (values: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(values, fc.nat(), wrong).map(([given, place, value]) => {
    const names = Object.keys(given)
    return names.length === 0 ? { unheard: value } : { ...given, [names[place % names.length]!]: value }
  })

const accepted = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom('application/json', '*/*;q=0.1', 'image/webp') },
  { weight: 1, arbitrary: fc.constantFrom('text/csv', 'application/vnd.apache.arrow.stream') },
)

/** Requests for an operation: such as its document describes, and in every third one something wrong. `isPlain`: with what is required alone. */
export const requestOf = (asked: Asked, seen: SeenValues, isPlain = false): fc.Arbitrary<InjectOptions> => {
  const world = { seen, components: asked.components }
  const given = (place: Parameter['in']) => {
    const parameters = asked.parameters.filter((parameter) => parameter.in === place)
    const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
    return objectOf({ properties, required }, world, 0, isPlain)
  }
  const types = Object.entries(asked.body?.content ?? {})
  const bodies = types.map(([type, { schema }]) => objectOf(schema, world, 0, isPlain).map((body) => ({ type, body })))
  const body = bodies.length === 0 ? fc.constant(undefined) : fc.oneof(...bodies)
  const right = { path: given('path'), query: given('query'), header: given('header'), body }
  const spoiltBody = body.chain((sent) => (sent ? spoilt(fc.constant(sent.body)).map((wrongBody) => ({ ...sent, body: wrongBody })) : body))
  const off = [
    ...(asked.path.includes('{') ? [{ ...right, path: spoilt(right.path) }] : []),
    ...(bodies.length > 0 ? [{ ...right, body: spoiltBody }] : [{ ...right, query: spoilt(right.query) }]),
  ]
  const anyOff = fc.oneof(...off.map((parts) => fc.record(parts)))
  return fc
    .tuple(isPlain ? fc.record(right) : fc.oneof({ weight: 2, arbitrary: fc.record(right) }, { weight: 1, arbitrary: anyOff }), accepted)
    .map(([{ path, query, header, body: sent }, accept]) => ({
      method: asked.method as 'GET',
      url: urlOf(asked.path, path, query),
      headers: { ...headersOf(header), ...(accept !== undefined && { accept }), ...(sent && { 'content-type': sent.type }) },
      ...(sent && { payload: payloadOf(sent.type, sent.body) }),
    }))
}

const textIn = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()

const urlOf = (path: string, named: Record<string, unknown>, query: Record<string, unknown>): string => {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textIn(named[name] ?? 'x')))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, textIn(value)]))
  return search.size === 0 ? place : `${place}?${search}`
}

const headersOf = (header: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(header).map(([name, value]) => [name, textIn(value).replaceAll(/[^\x20-\x7e]/g, '?')]))

/** A body of its type: bytes of a stream are those of a text, which no reader of Arrow or of packed frames takes. */
const payloadOf = (type: string, body: Record<string, unknown>): string | Buffer => {
  if (type === 'application/json') return JSON.stringify(body)
  if (type === 'application/x-www-form-urlencoded') return urlOf('', {}, body).slice(1)
  return type === 'multipart/form-data' ? partsOf(body) : 'no frame'
}

export const boundary = 'part-of-the-form'

const png = pngOf()

/** A field of bytes is a file: by turns a picture and a small table. */
const partsOf = (body: Record<string, unknown>): Buffer => {
  const parts = Object.entries(body).map(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`
    if (!/file$|^file/i.test(name)) return Buffer.from(`${head}\r\n\r\n${textIn(value)}\r\n`)
    const isPicture = textIn(value).length % 2 === 0
    const file = isPicture ? png : Buffer.from('a,b\n1,2\n')
    const type = isPicture ? '; filename="a.png"\r\nContent-Type: image/png' : '; filename="a.csv"\r\nContent-Type: text/csv'
    return Buffer.concat([Buffer.from(`${head}${type}\r\n\r\n`), file, Buffer.from('\r\n')])
  })
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}
