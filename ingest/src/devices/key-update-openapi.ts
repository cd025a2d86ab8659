import { ingestRefusalResponses, namedOperationRefusals, type OpenApiObject } from '../shared/openapi.ts'

const security = [{ gatewayKey: [] }]
const json = (schema: OpenApiObject): OpenApiObject => ({ content: { 'application/json': { schema } } })
const updateId = { type: 'string', format: 'uuid' }

const update = {
  type: 'object',
  required: ['updateId', 'meter', 'key', 'attempt', 'repeated'],
  properties: {
    updateId,
    meter: { type: 'string' },
    key: { type: 'string', description: '8, 16 or 32 bytes in hexadecimal' },
    attempt: { type: 'integer', minimum: 1 },
    repeated: { type: 'boolean', description: 'delivered before in this attempt, without a confirmation since' },
  },
}

/** OpenAPI path items of keys that meters are to take. */
export const keyUpdateOpenApiPaths: OpenApiObject = {
  '/ingest/v1/key-updates': {
    get: {
      tags: ['ingest'],
      operationId: 'fetchKeyUpdates',
      summary: 'Keys that the meters which this gateway reported last are to take; telling them marks them as sent',
      security,
      responses: {
        '200': {
          description: 'All that wait for a confirmation, the oldest first',
          ...json({ type: 'object', required: ['updates'], properties: { updates: { type: 'array', maxItems: 100, items: update } } }),
        },
        ...ingestRefusalResponses,
      },
    },
  },
  '/ingest/v1/key-updates/{updateId}': {
    post: {
      tags: ['ingest'],
      operationId: 'confirmKeyUpdate',
      summary: 'The meter has taken the key; a repeat changes nothing',
      security,
      parameters: [{ name: 'updateId', in: 'path', required: true, schema: updateId }],
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          required: ['meter', 'result'],
          properties: { meter: { type: 'string' }, result: { type: 'string', enum: ['confirmed'] } },
        }),
      },
      responses: {
        '200': {
          description: 'The key counts from now on',
          ...json({
            type: 'object',
            required: ['updateId', 'result', 'position'],
            properties: {
              updateId,
              result: { type: 'string', enum: ['confirmed'] },
              position: { type: 'integer', description: 'in the log' },
            },
          }),
        },
        ...namedOperationRefusals('key-update-over'),
      },
    },
  },
}
