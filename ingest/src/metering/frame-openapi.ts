import { Frame, FrameAcknowledged, FrameStored, frameLimits, Reading, readingFields } from '@nightflow/schemas/metering/report-readings'
import { Problem } from '@nightflow/schemas/shared/problem'
import { z } from 'zod'
import { ingestRefusalResponses, jsonSchemaOf, type OpenApiObject } from '../shared/openapi.ts'
import { problemContentType } from '../shared/problem.ts'
import { arrowContentType } from './decode-arrow-frame.ts'
import { packedContentType } from './decode-packed-frame.ts'

/** Readings as columns: every field of a reading as an array, null where a reading does not have it. */
const columnsSchema = z.object(
  Object.fromEntries(
    readingFields.map((field) => [
      field,
      z
        .array((Reading.shape[field] as z.ZodType).nullable())
        .max(frameLimits.readingsMax)
        .optional(),
    ]),
  ),
)

const frameSchema = Frame.extend({ readings: z.union([z.array(Reading).max(frameLimits.readingsMax), columnsSchema]) })

const inHeaderOrQuery = (name: string, place: 'header' | 'query', schema: z.ZodType) => ({
  name,
  in: place,
  required: false,
  description: 'For packed frames; for Arrow where the schema metadata of the stream does not say it',
  schema: jsonSchemaOf(schema),
})

/** OpenAPI path item of `/ingest/v1/frames`. */
export const frameOpenApiPaths: OpenApiObject = {
  '/ingest/v1/frames': {
    post: {
      tags: ['ingest'],
      operationId: 'reportFrame',
      summary: 'Report a frame of readings; answered once it is durable. The same frameId again answers the same and stores nothing twice',
      description: `Readings come as an array of objects or as an object of equally long columns; null is absent. A reading with any bad or unknown field is set aside as a whole with its reason, the others are accepted. At most ${frameLimits.readingsMax} readings and ${frameLimits.bodyBytesMax} bytes, also after inflating; Content-Encoding: gzip is welcome.`,
      security: [{ gatewayKey: [] }],
      parameters: [
        inHeaderOrQuery('x-frame-id', 'header', Frame.shape.frameId),
        inHeaderOrQuery('x-sent-at', 'header', Frame.shape.sentAt),
        inHeaderOrQuery('frameId', 'query', Frame.shape.frameId),
        inHeaderOrQuery('sentAt', 'query', Frame.shape.sentAt),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: jsonSchemaOf(frameSchema) },
          [arrowContentType]: {
            schema: { type: 'string', format: 'binary', description: 'Arrow IPC stream with columns named like the fields of a reading' },
          },
          [packedContentType]: {
            schema: { type: 'string', format: 'binary', description: 'Readings in the layout of docs/frame-layout.md' },
          },
        },
      },
      responses: {
        '202': { description: 'The frame is durable', content: { 'application/json': { schema: jsonSchemaOf(FrameAcknowledged) } } },
        ...ingestRefusalResponses,
      },
    },
    get: {
      tags: ['ingest'],
      operationId: 'findFrame',
      summary: 'Where in the log a frame of this gateway is; asked where the acknowledgement had no position',
      security: [{ gatewayKey: [] }],
      parameters: [{ name: 'frameId', in: 'query', required: true, schema: jsonSchemaOf(Frame.shape.frameId) }],
      responses: {
        '200': { description: 'The log has the frame', content: { 'application/json': { schema: jsonSchemaOf(FrameStored) } } },
        ...ingestRefusalResponses,
        '404': {
          description: 'The log does not have it: never acknowledged, still waiting before the log, or set aside there (`not-found`)',
          content: { [problemContentType]: { schema: jsonSchemaOf(Problem) } },
        },
      },
    },
  },
}
