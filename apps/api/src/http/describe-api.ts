import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { spreadsheetMediaType } from '@nightflow/schemas/shared/import'
import { Problem } from '@nightflow/schemas/shared/problem'
import { rejections } from '@nightflow/schemas/shared/rejections'
import { z } from 'zod'
import { arrowMediaType, csvMediaType } from './choose-format.ts'
import {
  answersOfBackOffice,
  bodiesOfBackOffice,
  refusalOfBackOffice,
  timesParameter,
  withBackOfficeTimes,
} from './describe-back-office.ts'
import { problemMediaType } from './problem.ts'

type Json = Record<string, unknown>
type Part = { readonly [key: string]: unknown }

/** The OpenAPI 3.1 document of the endpoints, derived from their schemas alone; `wayIn` adds what gateways send to. */
export const describeApi = (contexts: Record<string, Record<string, Endpoint>>, wayIn: { paths: Part; securitySchemes: Part }) => {
  const paths: Record<string, Json> = {}
  const definitions: Json = {}
  for (const [context, endpoints] of Object.entries(contexts)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(context, name, endpoint, definitions) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Nightflow',
      version: '1',
      description:
        'Smart-water service: readings in, night flow out. Under `/api/v1` every error is problem details (RFC 9457) with a stable `code`; ' +
        'under `/prod-api`, which the back office calls, every answer is HTTP 200 and its own `code` says what came of it. ' +
        `Lists of rows also come as CSV (\`${csvMediaType}\`) and Arrow (\`${arrowMediaType}\`) by the Accept header. Null means unknown, never zero. ` +
        'A field that an endpoint does not know is refused by its name (`unknown-field`); under `/prod-api` further fields of a query are ignored.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.keys(contexts).map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths: { ...paths, ...wayIn.paths },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, ...wayIn.securitySchemes },
      schemas: {
        Problem: schemaOf(Problem, 'output'),
        ...definitions,
        Refusal: refusalOfBackOffice,
        RejectionCode: { type: 'string', enum: Object.keys(rejections) },
      },
      responses: {
        Problem: {
          description: 'Problem details; `code` says what it is',
          content: { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  }
}
export type OpenApiDocument = ReturnType<typeof describeApi>

const operationOf = (context: string, name: string, endpoint: Endpoint, definitions: Json): Json => {
  const described = (schema: z.ZodType, io: 'input' | 'output'): Json => {
    const json = schemaOf(schema, io)
    return lift(io === 'output' && isBackOffice(endpoint.path) ? withBackOfficeTimes(json) : json, `${name}.${io}`, definitions)
  }
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter!))
  const request = described(endpoint.request, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const required = new Set(request.required)
  const fields = Object.entries(request.properties ?? {})
  const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
  const bodyFields = hasBody ? fields.filter(([field]) => !inPath.has(field)) : []
  return {
    operationId: name,
    tags: [context],
    summary: endpoint.summary,
    description:
      endpoint.permission === 'public'
        ? 'Needs no sign-in.'
        : `Needs ${endpoint.permission === 'signed-in' ? 'any valid token' : `\`${endpoint.permission}\``}.`,
    ...(endpoint.permission === 'public' && { security: [] }),
    parameters: fields
      .filter(([field]) => inPath.has(field) || !hasBody)
      .map(
        ([field, schema]): Json => ({
          name: field,
          in: inPath.has(field) ? 'path' : 'query',
          required: inPath.has(field) || required.has(field),
          schema,
        }),
      )
      .concat(isBackOffice(endpoint.path) ? timesParameter : []),
    ...((bodyFields.length > 0 || endpoint.upload !== undefined) && {
      requestBody: { required: true, content: bodiesOf(endpoint, bodyOf(bodyFields, required, !isBackOffice(endpoint.path))) },
    }),
    responses: isBackOffice(endpoint.path)
      ? answersOfBackOffice(endpoint, described(endpoint.response, 'output'), fileTypesOf(endpoint))
      : answersOf(endpoint, described(endpoint.response, 'output')),
  }
}

/** `isClosed`: a field that is not named is refused. */
const bodyOf = (fields: readonly (readonly [string, Json])[], required: ReadonlySet<string>, isClosed: boolean): Json => ({
  type: 'object',
  properties: Object.fromEntries(fields),
  required: fields.map(([field]) => field).filter((field) => required.has(field)),
  ...(isClosed && { additionalProperties: false }),
})

const bodiesOf = (endpoint: Endpoint, body: Json): Json =>
  isBackOffice(endpoint.path) || endpoint.upload !== undefined
    ? bodiesOfBackOffice(endpoint, body)
    : { 'application/json': { schema: body } }

const fileTypesOf = ({ fileTypes = [spreadsheetMediaType] }: Endpoint): readonly string[] => fileTypes

const answersOf = (endpoint: Endpoint, answer: Json): Json => ({
  200: { description: endpoint.summary, content: endpoint.envelope === 'file' ? filesOf(endpoint) : rowsOf(endpoint, answer) },
  ...(endpoint.isKept && { 304: { description: 'Not modified: `If-None-Match` names the version that there is' } }),
  default: { $ref: '#/components/responses/Problem' },
})

const filesOf = (endpoint: Endpoint): Json =>
  Object.fromEntries(fileTypesOf(endpoint).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const rowsOf = (endpoint: Endpoint, answer: Json): Json => ({
  [endpoint.jsonType ?? 'application/json']: { schema: answer },
  ...(endpoint.row && {
    [csvMediaType]: { schema: { type: 'string' } },
    [arrowMediaType]: { schema: { type: 'string', format: 'binary' } },
  }),
})

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return json
}

/** A schema that speaks of itself, such as a tree's, names its parts from the root of what it thinks is its own document: they go to the components. */
const lift = ({ $defs, ...schema }: Json, name: string, definitions: Json): Json => {
  if ($defs === undefined) return schema
  const named = (json: unknown): Json => JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`))
  for (const [key, definition] of Object.entries($defs as Json)) definitions[`${name}.${key}`] = named(definition)
  return named(schema)
}
