import { valveFailureCodes } from '@nightflow/schemas/devices/operate-valve'
import { ingestRefusalResponses, namedOperationRefusals, type OpenApiObject } from '../shared/openapi.ts'
import { pollLimits } from './valve-command-routes.ts'

const security = [{ gatewayKey: [] }]
const json = (schema: OpenApiObject): OpenApiObject => ({ content: { 'application/json': { schema } } })
const position = { type: 'string', enum: ['open', 'closed'] }
const operationId = { type: 'string', format: 'uuid' }

const command = {
  type: 'object',
  required: ['operationId', 'meter', 'position', 'expiresAt', 'repeated'],
  properties: {
    operationId,
    meter: { type: 'string' },
    position,
    expiresAt: { type: 'string', format: 'date-time' },
    repeated: { type: 'boolean', description: 'delivered before, without a result since' },
  },
}

/** OpenAPI path items of the way back down. */
export const valveCommandOpenApiPaths: OpenApiObject = {
  '/ingest/v1/commands': {
    get: {
      tags: ['ingest'],
      operationId: 'fetchCommands',
      summary: 'Valve operations of the meters that this gateway reported last; telling them marks them as sent',
      security,
      parameters: [
        {
          name: 'wait',
          in: 'query',
          required: false,
          description: 'seconds to wait until there is something new',
          schema: { type: 'number', minimum: 0, maximum: pollLimits.waitSecondsMax, default: 0 },
        },
      ],
      responses: {
        '200': {
          description: 'All that is under way, the oldest first',
          ...json({ type: 'object', required: ['commands'], properties: { commands: { type: 'array', maxItems: 100, items: command } } }),
        },
        ...ingestRefusalResponses,
      },
    },
  },
  '/ingest/v1/commands/{operationId}': {
    post: {
      tags: ['ingest'],
      operationId: 'reportCommandResult',
      summary: 'Result of a valve operation; a repeat changes nothing',
      security,
      parameters: [{ name: 'operationId', in: 'path', required: true, schema: operationId }],
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          required: ['meter', 'result'],
          properties: {
            meter: { type: 'string' },
            result: { type: 'string', enum: ['confirmed', 'failed'] },
            reason: { type: 'string', maxLength: 200, description: `Why it failed: one of ${valveFailureCodes.join(', ')}, or a text` },
          },
        }),
      },
      responses: {
        '200': {
          description: 'The operation has ended so',
          ...json({
            type: 'object',
            required: ['operationId', 'result', 'position'],
            properties: {
              operationId,
              result: { type: 'string', enum: ['confirmed', 'failed'] },
              position: { type: 'integer', description: 'in the log' },
            },
          }),
        },
        ...namedOperationRefusals('valve-operation-over'),
      },
    },
  },
}
