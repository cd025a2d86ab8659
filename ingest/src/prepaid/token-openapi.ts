import { ingestRefusalResponses, namedOperationRefusals, type OpenApiObject } from '../shared/openapi.ts'

const security = [{ gatewayKey: [] }]
const json = (schema: OpenApiObject): OpenApiObject => ({ content: { 'application/json': { schema } } })
const downlinkId = { type: 'string', format: 'uuid' }

const token = {
  type: 'object',
  required: ['downlinkId', 'meter', 'tokens', 'expiresAt', 'repeated'],
  properties: {
    downlinkId,
    meter: { type: 'string' },
    tokens: {
      type: 'array',
      minItems: 1,
      maxItems: 12,
      items: { type: 'string', pattern: '^[0-9]{20}$' },
      description: 'entered in this order',
    },
    expiresAt: { type: 'string', format: 'date-time' },
    repeated: { type: 'boolean', description: 'delivered before, without a result since' },
  },
}

/** OpenAPI path items of tokens that meters are to take. */
export const tokenOpenApiPaths: OpenApiObject = {
  '/ingest/v1/tokens': {
    get: {
      tags: ['ingest'],
      operationId: 'fetchTokens',
      summary: 'Prepayment tokens for the two-way meters that this gateway reported last; telling them marks them as sent',
      security,
      responses: {
        '200': {
          description: 'All that wait for a result, the oldest first',
          ...json({ type: 'object', required: ['tokens'], properties: { tokens: { type: 'array', maxItems: 100, items: token } } }),
        },
        ...ingestRefusalResponses,
      },
    },
  },
  '/ingest/v1/tokens/{downlinkId}': {
    post: {
      tags: ['ingest'],
      operationId: 'reportTokenResult',
      summary: 'The meter has taken the tokens, or has not; a repeat changes nothing',
      security,
      parameters: [{ name: 'downlinkId', in: 'path', required: true, schema: downlinkId }],
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          required: ['meter', 'result'],
          properties: {
            meter: { type: 'string' },
            result: { type: 'string', enum: ['confirmed', 'failed'] },
            reason: { type: 'string', maxLength: 200, description: 'Why it failed' },
          },
        }),
      },
      responses: {
        '200': {
          description: 'The result is recorded',
          ...json({
            type: 'object',
            required: ['downlinkId', 'result', 'position'],
            properties: {
              downlinkId,
              result: { type: 'string', enum: ['confirmed', 'failed'] },
              position: { type: 'integer', description: 'in the log' },
            },
          }),
        },
        ...namedOperationRefusals('token-downlink-over'),
      },
    },
  },
}
