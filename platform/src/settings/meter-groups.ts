import { meterGroups } from '@nightflow/schemas/devices/meter-group'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { Queryable } from '../storage/platform-tables.ts'
import { storeOf } from '../storage/resource-table.ts'

const store = storeOf(meterGroups)

/** A group that meters may be put into; undefined when there is none, or it is disabled. */
export const findMeterGroup = async (database: Queryable, id: number): Promise<RowOf<typeof meterGroups> | undefined> => {
  const found = await store.find(database, id)
  return found?.status === InUse.enum.enabled ? found : undefined
}
