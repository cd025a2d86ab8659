import * as audit from './audit/endpoints.ts'
import * as devices from './devices/endpoints.ts'
import * as leakage from './leakage/endpoints.ts'
import * as metering from './metering/endpoints.ts'
import * as platform from './platform/endpoints.ts'

/** Every endpoint under `/api/v1`, by context: the server must route each, OpenAPI lists each. */
export const endpoints = { platform, metering, devices, leakage, audit }
