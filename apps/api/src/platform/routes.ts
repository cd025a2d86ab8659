import { listGateways } from '@nightflow/platform/gateways/gateways'
import * as platform from '@nightflow/schemas/platform/endpoints'
import * as gatewayDownlink from '@nightflow/schemas/platform/gateway-downlink'
import { ask, command, query, type Route } from '../http/serve.ts'
import { listDeviceProfileMappings, saveDeviceProfileMapping } from './device-profile-mappings.ts'
import { fileRoutes } from './files.ts'
import { createGateway, removeGatewayDownlink, revokeGateway, setGatewayDownlink } from './gateways.ts'
import { identityRoutes } from './identity-routes.ts'
import { mapLayerRoutes } from './map-layers.ts'
import { organisationRoutes } from './organisation-routes.ts'
import { reportScheduleRoutes } from './report-schedules.ts'
import { simpleResourceRoutes } from './simple-resources.ts'

export const platformRoutes: readonly Route[] = [
  ...identityRoutes,
  query(platform.listGateways, listGateways),
  command(platform.createGateway, createGateway),
  command(gatewayDownlink.setGatewayDownlink, setGatewayDownlink),
  command(gatewayDownlink.removeGatewayDownlink, removeGatewayDownlink),
  command(platform.revokeGateway, revokeGateway),
  ask(platform.listDeviceProfileMappings, listDeviceProfileMappings),
  command(platform.saveDeviceProfileMapping, saveDeviceProfileMapping),
  ...fileRoutes,
  ...mapLayerRoutes,
  ...simpleResourceRoutes,
  ...reportScheduleRoutes,
  ...organisationRoutes,
]
