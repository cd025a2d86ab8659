import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { ownClientHeader, timeZoneHeader } from '@nightflow/schemas/shared/own-client'

type Json = Record<string, unknown>

const refusal = '#/components/schemas/Refusal'
const code = { type: 'integer', const: 200 }
const msg = { type: 'string', description: 'In the language of the header `language`, otherwise of `accept-language`.' }

/** The answer with HTTP 200 and another code than 200, in the place of every answer under `/prod-api`. */
export const refusalOfBackOffice: Json = {
  type: 'object',
  required: ['code', 'msg', 'reason', 'status'],
  properties: {
    code: {
      type: 'integer',
      enum: [401, 403, 404, 500, 100_102_000_002],
      description:
        '401 sign in, 403 not allowed, 404 not there, 100102000002 the session was ended: sign out and load again, 500 any other refusal.',
    },
    msg: { type: 'string', description: 'For people, in the language of the request.' },
    reason: { $ref: '#/components/schemas/RejectionCode' },
    status: { type: 'integer', description: 'What the status would be under `/api/v1`.' },
    details: { type: 'object', description: 'Values of the message.' },
    errors: {
      type: 'array',
      description: 'One entry for each field that was wrong.',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string', description: 'The rule that was broken, such as `characters-max`.' },
          details: { type: 'object', description: 'Values of the message, such as the bound.' },
          message: { type: 'string', description: 'For people, in the language of the request.' },
        },
      },
    },
  },
}

const localForm = ' \\d\\d:\\d\\d:\\d\\d'
const isoForm = 'T\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z'
const timeIn = (form: string): string => `^\\d{4}-\\d\\d-\\d\\d${form}$`

/** How an instant is written: without the header that chooses ISO 8601, with it, and either way. */
export const timePatterns = { local: timeIn(localForm), iso: timeIn(isoForm), any: timeIn(`(${localForm}|${isoForm})`) }

const backOfficeTime = {
  type: 'string',
  pattern: timePatterns.any,
  description:
    `\`YYYY-MM-DD HH:mm:ss\`, a local time in the zone that the header \`${timeZoneHeader}\` of the answer names; ` +
    `ISO 8601 in UTC where the request has the header \`${ownClientHeader}\`.`,
}

/** The same schema with every instant in the form that answers under `/prod-api` have. */
export const withBackOfficeTimes = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (_, part: unknown) =>
    typeof part === 'object' && part !== null && Reflect.get(part, 'format') === 'date-time' ? backOfficeTime : part,
  )

/** Chooses the form of instants. */
export const timesParameter: Json = {
  name: ownClientHeader,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: `With any value, instants are ISO 8601 in UTC in place of local times in the tenant’s zone.`,
}

const timeZone = {
  [timeZoneHeader]: { description: 'The zone of the local times of the answer.', schema: { type: 'string', examples: ['Asia/Shanghai'] } },
}

/** A successful answer in its envelope. */
const wrapped = (endpoint: Endpoint, answer: Json): Json => {
  const { envelope = 'data' } = endpoint
  const { properties, required, ...rest } = answer as { properties?: Json; required?: string[] }
  if (envelope === 'data') {
    const isNothing = properties !== undefined && Object.keys(properties).length === 0
    return {
      type: 'object',
      required: ['code', 'msg', ...(isNothing ? [] : ['data'])],
      properties: { code, msg, ...(!isNothing && { data: answer }) },
    }
  }
  return { ...rest, type: 'object', required: [...new Set(['code', 'msg', ...(required ?? [])])], properties: { code, msg, ...properties } }
}

/** Everything under `/prod-api` is answered with HTTP 200; a file's type distinguishes it from a refusal. */
export const answersOfBackOffice = (endpoint: Endpoint, answer: Json, fileTypes: readonly string[]): Json => {
  const isFile = endpoint.envelope === 'file'
  const json = isFile ? { $ref: refusal } : { oneOf: [wrapped(endpoint, answer), { $ref: refusal }] }
  const files = isFile ? fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]) : []
  return {
    200: {
      description: `${endpoint.summary}; or a refusal, distinguished by its \`code\``,
      ...(!isFile && { headers: timeZone }),
      content: { ...Object.fromEntries(files), 'application/json': { schema: json } },
    },
  }
}

/** A body as JSON; with its file as a form in parts; downloads also as a form, as clients of their kind post them. */
export const bodiesOfBackOffice = (endpoint: Endpoint, body: Json): Json => {
  if (endpoint.upload !== undefined) {
    const { properties, required } = body as { properties: Json; required: string[] }
    const file = { type: 'string', format: 'binary', description: 'One file, 5 MB at most.' }
    const schema = { type: 'object', properties: { [endpoint.upload]: file, ...properties }, required: [endpoint.upload, ...required] }
    return { 'multipart/form-data': { schema } }
  }
  const asForm = endpoint.envelope === 'file' && { 'application/x-www-form-urlencoded': { schema: body } }
  return { 'application/json': { schema: body }, ...asForm }
}
