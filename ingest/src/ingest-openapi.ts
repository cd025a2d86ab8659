import { keyUpdateOpenApiPaths } from './devices/key-update-openapi.ts'
import { valveCommandOpenApiPaths } from './devices/valve-command-openapi.ts'
import { frameOpenApiPaths } from './metering/frame-openapi.ts'
import { networkServerOpenApiPaths } from './network-servers/network-server-openapi.ts'
import { tokenOpenApiPaths } from './prepaid/token-openapi.ts'
import type { OpenApiObject } from './shared/openapi.ts'

/** OpenAPI path items of everything under `/ingest/v1`; they name the security scheme `gatewayKey` of `shared/openapi.ts`. */
export const ingestOpenApiPaths: OpenApiObject = {
  ...frameOpenApiPaths,
  ...networkServerOpenApiPaths,
  ...valveCommandOpenApiPaths,
  ...keyUpdateOpenApiPaths,
  ...tokenOpenApiPaths,
}
