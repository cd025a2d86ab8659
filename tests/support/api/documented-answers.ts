import { Readable } from 'node:stream'
import { openApiDocument } from '@nightflow/api/documentation'
import { timePatterns } from '@nightflow/api/http/describe-back-office'
import { ownClientHeader } from '@nightflow/schemas/shared/own-client'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Content = Record<string, { schema?: object }>
type Answer = { $ref?: string; content?: Content }
export type Operation = { operationId: string; responses: Record<string, Answer>; [part: string]: unknown }
export type OpenApi = { paths: Record<string, Record<string, Operation>>; components: { responses: Record<string, Answer> } }

/** Under `/prod-api` the header of the request chooses the form of instants, and an answer is held to it. */
type Known = { document: OpenApi; ajvs: { local: Ajv2020; iso: Ajv2020 } }

/** One for all files of a worker: describing everything takes half a second, and a schema is compiled when its first answer comes. */
let known: Promise<Known> | undefined
const validators = new Map<string, ValidateFunction>()

export const knownDocument = (): Promise<Known> => {
  known ??= openApiDocument().then((described) => {
    const text = JSON.stringify(described)
    const ajvWith = (pattern: string): Ajv2020 => {
      const ajv = new Ajv2020({ strict: false, validateSchema: false, addUsedSchema: false, inlineRefs: false, code: { optimize: false } })
      addFormats.default(ajv)
      // Bytes are any text.
      ajv.addFormat('binary', true)
      return ajv.addSchema(JSON.parse(text.replaceAll(JSON.stringify(timePatterns.any), () => JSON.stringify(pattern))), 'openapi')
    }
    return { document: described as OpenApi, ajvs: { local: ajvWith(timePatterns.local), iso: ajvWith(timePatterns.iso) } }
  })
  return known
}

const isError = (status: number): boolean => status >= 400

/** The difference of an answer from the document, or undefined. */
const differenceOf = (
  { document, ajvs }: Known,
  pointer: string,
  {
    operation,
    status,
    type,
    text,
    times,
  }: { operation: Operation; status: number; type: string; text: string | undefined; times: 'local' | 'iso' },
): string | undefined => {
  const name = String(status) in operation.responses ? String(status) : isError(status) ? 'default' : ''
  const described = operation.responses[name]
  if (!described) return 'this status is not documented'
  const shared = described.$ref?.split('/').at(-1)
  const content = (shared === undefined ? described : document.components.responses[shared])?.content
  if (!content) return text === undefined || text === '' ? undefined : `has a body of the type ${type}, and none is documented`
  if (!(type in content)) return `the type ${type || 'of no body'} is not documented, only ${Object.keys(content).join(', ')}`
  if (!content[type]?.schema || !/json$/.test(type) || text === undefined) return undefined
  const place = shared === undefined ? `${pointer}/responses/${name}` : `/components/responses/${shared}`
  const schema = `openapi#${place}/content/${type.replaceAll('/', '~1')}/schema`
  const key = `${times} ${schema}`
  const validate = validators.get(key) ?? ajvs[times].compile({ $ref: encodeURI(schema) })
  validators.set(key, validate)
  return invalidOf(validate, text)
}

const invalidOf = (validate: ValidateFunction, text: string): string | undefined => {
  const body: unknown = JSON.parse(text)
  const isDone = typeof body === 'object' && body !== null && Reflect.get(body, 'code') === 200
  if (validate(body)) return undefined
  // Of an envelope the part that is meant: an answer has the code 200, a refusal has another one.
  const part = isDone ? /oneOf\/0/ : /oneOf\/1|\/Refusal\//
  const meant = validate.errors!.filter(({ schemaPath }) => part.test(schemaPath))
  return (meant.length > 0 ? meant : validate.errors!)
    .slice(0, 3)
    .map(({ instancePath, message, params }) => {
      const at = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/…')
      return `${at || 'the body'} ${message} ${JSON.stringify(params)}`
    })
    .join('; ')
}

const escaped = (path: string): string => path.replaceAll('~', '~0').replaceAll('/', '~1')

/** The answers of one API, compared with what OpenAPI says of them. */
export type ComparedAnswers = {
  /** How many answers of documented operations came. */
  count: () => number
  /** One line for each difference: operation, status and what differs. */
  differences: () => string[]
}

/**
 * Compares every answer of an API with the OpenAPI document; called before it is ready. A difference fails the closing of the API, and with it the file of
 * the test. A hook of Vitest would be registered once for all files of a worker, which share their modules.
 */
export const compareAnswers = (app: FastifyInstance, { isJudged = true } = {}): ComparedAnswers => {
  let count = 0
  const differences = new Map<string, number>()
  const compare = async (request: FastifyRequest, reply: FastifyReply, text: string | undefined): Promise<void> => {
    const path = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}')
    const method = request.method.toLowerCase()
    const documented = await knownDocument()
    const operation = path === undefined ? undefined : documented.document.paths[path]?.[method]
    if (path === undefined || operation === undefined) return
    count += 1
    const type = String(reply.getHeader('content-type') ?? '')
      .split(';')[0]!
      .trim()
    const times = request.headers[ownClientHeader] === undefined ? 'local' : 'iso'
    const answer = { operation, status: reply.statusCode, type, text, times } as const
    const difference = differenceOf(documented, `/paths/${escaped(path)}/${method}`, answer)
    if (difference === undefined) return
    const line = `${request.method} ${path} ${reply.statusCode}: ${difference}`
    differences.set(line, (differences.get(line) ?? 0) + 1)
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const isJson = /json/.test(String(reply.getHeader('content-type')))
    if (payload instanceof Readable && isJson)
      return Readable.from(
        readThrough(payload, (text) => compare(request, reply, text)),
        { highWaterMark: 1 },
      )
    await compare(request, reply, typeof payload === 'string' ? payload : undefined)
    return payload
  })
  const compared = {
    count: () => count,
    differences: () => [...differences].map(([line, times]) => (times === 1 ? line : `${line} (${times} times)`)),
  }
  app.addHook('onClose', async () => {
    if (isJudged && differences.size > 0)
      throw new Error(`answers that differ from the OpenAPI document:\n${compared.differences().join('\n')}`)
  })
  return compared
}

/** Passes a stream on as fast as it is read, and its whole text at the end. */
async function* readThrough(stream: Readable, whole: (text: string) => Promise<void>): AsyncGenerator<Buffer | string> {
  const chunks: string[] = []
  for await (const chunk of stream) {
    chunks.push(String(chunk))
    yield chunk
  }
  await whole(chunks.join(''))
}
