import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { listPage, pageOfList } from '../shared/list-page.ts'
import { CreateGateway, DeviceProfileMapping, GatewayCreated, GatewayRow, RevokeGateway } from './gateway.ts'
import { Session, SignedIn, SignIn } from './session.ts'

export const signIn = endpoint({
  method: 'POST',
  path: '/api/v1/session',
  permission: 'public',
  summary: 'Sign in; the answer carries a short-lived bearer token',
  request: SignIn,
  response: SignedIn,
})

export const findSession = endpoint({
  method: 'GET',
  path: '/api/v1/session',
  permission: 'signed-in',
  summary: 'Who am I, in which tenant, and what may I do',
  request: z.object({}),
  response: Session,
})

export const renewSession = endpoint({
  method: 'PUT',
  path: '/api/v1/session',
  permission: 'signed-in',
  summary: 'A fresh token for one that is still valid',
  request: z.object({}),
  response: SignedIn,
})

export const listGateways = endpoint({
  method: 'GET',
  path: '/api/v1/gateways',
  permission: 'devices:gateway:manage',
  summary: 'Gateways, when they were last heard and what they sent',
  request: z.object(listPage(1_000)),
  response: z.object({ rows: z.array(GatewayRow), ...pageOfList }),
  row: GatewayRow,
})

export const createGateway = endpoint({
  method: 'POST',
  path: '/api/v1/gateways',
  permission: 'devices:gateway:manage',
  summary: 'Create a gateway; its key is shown once',
  request: CreateGateway,
  response: GatewayCreated,
})

export const revokeGateway = endpoint({
  method: 'DELETE',
  path: '/api/v1/gateways/:name',
  permission: 'devices:gateway:manage',
  summary: 'Revoke a gateway’s key',
  request: RevokeGateway,
  response: z.object({}),
})

export const listDeviceProfileMappings = endpoint({
  method: 'GET',
  path: '/api/v1/device-profile-mappings',
  permission: 'devices:gateway:manage',
  summary: 'How codec output becomes readings, per device profile; defaults included',
  request: z.object({}),
  response: z.object({ rows: z.array(DeviceProfileMapping) }),
})

export const saveDeviceProfileMapping = endpoint({
  method: 'PUT',
  path: '/api/v1/device-profile-mappings/:profile',
  permission: 'devices:gateway:manage',
  summary: 'Set the mapping of one device profile for this tenant',
  request: DeviceProfileMapping,
  response: z.object({}),
})
