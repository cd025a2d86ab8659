import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { text } from '../shared/text.ts'
import { typedNumber } from '../shared/typed-number.ts'
import { GatewayName } from '../shared/values.ts'

/** Network servers that take downlinks over HTTP; `webhook` is any program that checks our signature. Other gateways poll. */
export const DownlinkKind = z.enum(['chirpstack', 'the-things-stack', 'webhook'])
export type DownlinkKind = z.infer<typeof DownlinkKind>

const identifier = z.string().regex(/^[a-z0-9](?:-?[a-z0-9]){1,35}$/)
const payload = z.string().regex(/^(?:[0-9a-fA-F]{2}){1,64}$/)

const settings = {
  kind: DownlinkKind,
  /** Of ChirpStack's REST API and of The Things Stack the address of the server; of a webhook the address itself. */
  url: z.url({ protocol: /^https?$/ }).max(500),
  /** The Things Stack: the application and its webhook. */
  application: identifier.nullable().default(null),
  webhook: identifier.nullable().default(null),
  /** The device of a meter there; `{number}` is replaced by the meter's number. */
  device: text(100)
    .regex(/^[\w:.{}-]*\{number\}[\w:.{}-]*$/)
    .default('{number}'),
  /** LoRaWAN: the port and the bytes, in hexadecimal, of both commands. */
  port: typedNumber().int().min(1).max(223).nullable().default(null),
  openPayload: payload.nullable().default(null),
  closePayload: payload.nullable().default(null),
}

/** Settings that a reader sees: the secret is never read again. */
export const GatewayDownlink = z.object(settings)
export type GatewayDownlink = z.infer<typeof GatewayDownlink>

export const SetGatewayDownlink = z.object({
  name: GatewayName,
  ...settings,
  /** API key, or the key of the webhook's signature. Left out it stays as it is. */
  secret: text(500).min(8).optional(),
})

export const setGatewayDownlink = endpoint({
  method: 'PUT',
  path: '/api/v1/gateways/:name/downlink',
  permission: 'devices:gateway:manage',
  summary: 'Push valve commands of this gateway’s meters to its network server',
  request: SetGatewayDownlink,
  response: z.object({}),
})

export const removeGatewayDownlink = endpoint({
  method: 'DELETE',
  path: '/api/v1/gateways/:name/downlink',
  permission: 'devices:gateway:manage',
  summary: 'Stop pushing: the gateway polls for its commands',
  request: z.object({ name: GatewayName }),
  response: z.object({}),
})
