import { type Endpoint, isBackOffice } from '@nightflow/schemas/shared/endpoint'
import { textOfRule, valueAt } from '@nightflow/schemas/shared/field-rules'
import type { Language } from '@nightflow/schemas/shared/language'
import type { FieldError } from '@nightflow/schemas/shared/problem'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { unknownFields } from '@nightflow/schemas/shared/unknown-fields'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fieldErrorOf, zodMessagesIn } from './field-errors.ts'
import { isIgnored } from './foreign-fields.ts'
import { ProblemError } from './problem.ts'
import { readerLanguage } from './reader-language.ts'

const errorsMax = 100

/** Fields that the request names itself, before defaults: distinguishes `limit=50` from an absent limit. */
export type NamedFields = ReadonlySet<string>

/**
 * Path parameters, query and body as one object, checked once by the endpoint's schema. A value in the path wins over one
 * in the body, so that an answer is always about the requested address. Throws `request-invalid` with one error per field.
 */
export const readRequest = <E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
): { value: z.output<E['request']>; named: NamedFields } => {
  const { query, body, params } = request
  if (body !== undefined && body !== null && !isPlainObject(body))
    invalid([{ path: '', code: 'value', message: 'the body must be a JSON object' }])
  const given = isBackOffice(endpoint.path)
    ? { ...spans(filled(query as object)), ...emptied(endpoint, spans(known((body ?? {}) as object))), ...(params as object) }
    : { ...(query as object), ...(body as object | undefined), ...(params as object) }
  // Machines read English; people what they read everything else in.
  const language = isBackOffice(endpoint.path) ? readerLanguage(request) : 'en'
  return { value: checkRequest(endpoint, given, language, body ?? {}), named: new Set(Object.keys(given)) }
}

/**
 * The values of the request, by the endpoint's schema. Throws `request-invalid` with one error per field, in this language; a field that the endpoint does not
 * know is one, at any depth. `body` is what was given as a body.
 */
export const checkRequest = <E extends Endpoint>(
  endpoint: E,
  given: object,
  language: Language,
  body: object = given,
): z.output<E['request']> => {
  const result = endpoint.request.safeParse(given, zodMessagesIn(language))
  const wrong = result.success
    ? []
    : result.error.issues.map((issue) => ({
        path: issue.path.map(String).join('.'),
        ...fieldErrorOf(issue, valueAt(given, issue.path), language),
      }))
  const unknown = unknownFields(endpoint.request, given).filter(([name]) => !isIgnored(endpoint, body, String(name)))
  const unknownErrors = unknown.map((path) => ({
    path: path.map(String).join('.'),
    code: 'unknown-field',
    message: textOfRule({ code: 'unknown-field' }, language),
  }))
  const errors = [...wrong, ...unknownErrors].slice(0, errorsMax)
  if (!result.success || errors.length > 0) invalid(errors)
  return result.data as z.output<E['request']>
}

/** Forms of the back office send empty fields. */
const filled = (query: object): Record<string, unknown> => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

/** A field that people left empty, or emptied, comes as an empty text: where that is no value and null is one, it is null. */
const emptied = ({ request }: Endpoint, given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const rule = Object.hasOwn(request.shape, name) ? (request.shape[name] as z.ZodType) : undefined
      return [name, value === '' && rule && !rule.safeParse('').success && rule.safeParse(null).success ? null : value]
    }),
  )

/** Clients of the back office put the ends of a span among `params`: as `params[beginTime]` in a query or a form, as an object in a body. */
const spans = ({ params, ...given }: Record<string, unknown>): Record<string, unknown> => {
  const named = Object.entries(given).map(([name, value]) => [/^params\[(\w+)\]$/.exec(name)?.[1] ?? name, value])
  return { ...(isPlainObject(params) ? filled(params) : {}), ...Object.fromEntries(named) }
}

/** Clients of the back office drop null from what they send; one that does not means the same: nothing said. */
const known = (body: object): Record<string, unknown> => Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function invalid(errors: FieldError[]): never {
  const first = errors[0]
  throw new ProblemError(rejected('request-invalid'), { errors, ...(first && { detail: `${first.path || 'request'}: ${first.message}` }) })
}
