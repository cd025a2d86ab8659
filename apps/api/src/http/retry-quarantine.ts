import { retryQuarantined } from '@nightflow/ingest/network-servers/retry-quarantined'
import { findDeviceProfileMapping } from '@nightflow/platform/gateways/device-profile-mappings'
import { findRetriable } from '@nightflow/projections/metering/quarantine'
import type { RequestContext } from './request-context.ts'

/** Reads the quarantined messages of the caller's tenant again, in the background: a mapping or a meter appeared that may explain them. */
export const retryQuarantine = async (context: RequestContext): Promise<void> => {
  const { servicePool: pool, log, logger, caller, background } = context
  const positions = await context.read(findRetriable)
  if (positions.length === 0) return
  const retry = async (signal: AbortSignal): Promise<void> => {
    try {
      const findMapping = (tenant: string, profile: string) => findDeviceProfileMapping(pool, tenant, profile)
      const appended = await retryQuarantined({ log, findMapping }, caller.tenant, positions, signal)
      logger.info({ tenant: caller.tenant, tried: positions.length, appended }, 'quarantined messages were read again')
    } catch (error) {
      logger.error({ err: error, tenant: caller.tenant }, 'quarantined messages could not be read again')
    }
  }
  // The mapping that the command stores is there from then on.
  context.onStored(() => background.run(retry))
}
