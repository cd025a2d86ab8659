import { defaultMappings } from '@nightflow/ingest/network-servers/default-mappings'
import {
  findDeviceProfileMapping,
  listDeviceProfileMappings as listOwn,
  saveDeviceProfileMapping as save,
} from '@nightflow/platform/gateways/device-profile-mappings'
import type {
  listDeviceProfileMappings as listEndpoint,
  saveDeviceProfileMapping as saveEndpoint,
} from '@nightflow/schemas/platform/endpoints'
import type { DeviceProfileMapping } from '@nightflow/schemas/platform/gateway'
import type { RequestOf, ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { RequestContext } from '../http/request-context.ts'
import { retryQuarantine } from '../http/retry-quarantine.ts'
import type { Outcome } from '../http/run-command.ts'

/** The tenant's own mappings, and the shipped ones for every profile that it has none for. */
export const listDeviceProfileMappings = (_: object, context: RequestContext): Promise<ResponseOf<typeof listEndpoint>> =>
  context.read(async (database) => {
    const own = await listOwn(database, context.caller.tenant)
    const replaced = new Set(own.map(({ profile }) => profile))
    const rows = [...own, ...defaultMappings.filter(({ profile }) => !replaced.has(profile))]
    return { rows: rows.sort((left, right) => (left.profile < right.profile ? -1 : 1)) }
  })

export const saveDeviceProfileMapping = async (
  mapping: RequestOf<typeof saveEndpoint>,
  context: RequestContext,
): Promise<Outcome<Record<string, never>>> => {
  const { pool, caller } = context
  const before = (await findDeviceProfileMapping(pool, caller.tenant, mapping.profile)) ?? shippedFor(mapping.profile)
  await save(pool, caller.tenant, mapping)
  await retryQuarantine(context)
  return { response: {}, before, after: mapping }
}

const shippedFor = (profile: string): DeviceProfileMapping | undefined => defaultMappings.find((mapping) => mapping.profile === profile)
