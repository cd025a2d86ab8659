import { Problem } from '@nightflow/schemas/shared/problem'
import { type RejectionCode, rejections } from '@nightflow/schemas/shared/rejections'
import { z } from 'zod'
import { problemContentType } from './problem.ts'

/** Any part of an OpenAPI 3.1 document. */
export type OpenApiObject = { readonly [key: string]: unknown }

/** The security scheme that the ingest paths name; the document that merges them declares it under `components.securitySchemes`. */
export const gatewayKeySecurity = {
  gatewayKey: { type: 'http', scheme: 'bearer', description: 'key of a gateway, `nfk_…`, shown once when the gateway is created' },
} as const

/** JSON schema of what a sender may write, from a zod schema. */
export function jsonSchemaOf(schema: z.ZodType): OpenApiObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}

const ingestRefusals: readonly { code: RejectionCode; when: string }[] = [
  { code: 'request-invalid', when: 'The body or its frame is malformed as a whole; nothing was stored' },
  { code: 'gateway-key-unknown', when: 'The key is missing, unknown or revoked' },
  { code: 'too-large', when: 'Too many bytes (also after inflating, or packed for the log) or too many readings' },
  { code: 'unsupported-media-type', when: 'Neither the type nor the encoding of the body is known here' },
  { code: 'too-fast', when: 'The gateway is above its rate; Retry-After says when to come again' },
  { code: 'unavailable', when: 'The log cannot take the frame now; Retry-After says when to send it again, which is safe' },
]

const notFound: readonly { code: RejectionCode; when: string }[] = [
  { code: 'not-found', when: 'No such operation of a meter that this gateway reported last' },
]

const responsesOf = (refusals: readonly { code: RejectionCode; when: string }[]): OpenApiObject =>
  Object.fromEntries(
    refusals.map(({ code, when }) => [
      String(rejections[code]),
      { description: `${when} (\`${code}\`)`, content: { [problemContentType]: { schema: jsonSchemaOf(Problem) } } },
    ]),
  )

/** The refusals that every ingest endpoint can answer, by HTTP status. */
export const ingestRefusalResponses: OpenApiObject = responsesOf(ingestRefusals)

/** Those of an endpoint that reports the end of an operation; `over` is the refusal where it ended otherwise. */
export const namedOperationRefusals = (over: RejectionCode): OpenApiObject =>
  responsesOf([...ingestRefusals, ...notFound, { code: over, when: 'It has ended otherwise, or a newer one takes its place' }])
