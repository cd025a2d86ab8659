import { FrameAcknowledged } from '@nightflow/schemas/metering/report-readings'
import { ingestRefusalResponses, jsonSchemaOf, type OpenApiObject } from '../shared/openapi.ts'

const pushed = (operationId: string, summary: string, body: string, parameters: readonly OpenApiObject[] = []): OpenApiObject => ({
  post: {
    tags: ['ingest'],
    operationId,
    summary,
    description:
      'The mapping of the device’s profile turns what was decoded into readings. An unknown device or an undecodable payload is answered 202 too: it is kept with its reason in the quarantine. The key may also be the password of basic authentication, or the header x-api-key.',
    security: [{ gatewayKey: [] }],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: { description: body } } } },
    responses: {
      '202': { description: 'The message is durable', content: { 'application/json': { schema: jsonSchemaOf(FrameAcknowledged) } } },
      ...ingestRefusalResponses,
    },
  },
})

const chirpstackEvents = ['up', 'status', 'join', 'ack', 'txack', 'log', 'location']

/** OpenAPI path items of what network servers and collectors push. */
export const networkServerOpenApiPaths: OpenApiObject = {
  '/ingest/v1/chirpstack': pushed(
    'pushChirpstackEvent',
    'An event of ChirpStack’s HTTP integration, version 4 or 3',
    'the event as ChirpStack sends it, JSON-encoded',
    [{ name: 'event', in: 'query', required: false, schema: { type: 'string', enum: chirpstackEvents } }],
  ),
  '/ingest/v1/the-things-stack': pushed(
    'pushTheThingsStackMessage',
    'A message of The Things Stack’s webhook, version 3',
    'an uplink or downlink message as the webhook sends it',
  ),
  '/ingest/v1/wmbusmeters': pushed(
    'pushWmbusmetersTelegrams',
    'Telegrams as wmbusmeters prints them',
    'one object as wmbusmeters prints it, or an array of them',
  ),
}
