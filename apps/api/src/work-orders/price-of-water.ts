import { readHealthSettings } from '@nightflow/projections/metering/health-settings'
import type { PoolClient } from 'pg'

/** Money of a volume at the tenant's price of a cubic metre; null without a price. */
export const costOf = (litres: number | null, pricePerCubicMetre: number | undefined): number | null =>
  litres === null || pricePerCubicMetre === undefined ? null : Math.round((litres / 1000) * pricePerCubicMetre * 100)

export const priceOf = async (database: PoolClient): Promise<number | undefined> =>
  (await readHealthSettings(database)).settings.pricePerCubicMetre
