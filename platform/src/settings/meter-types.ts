import { meterTypes } from '@nightflow/schemas/devices/meter-type'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { RowOf } from '@nightflow/schemas/shared/resource'
import type { Queryable } from '../storage/platform-tables.ts'
import { storeOf } from '../storage/resource-table.ts'

export type MeterType = RowOf<typeof meterTypes>
/** Types that one form or one import chooses from. */
const typesMax = 1000

const store = storeOf(meterTypes)

/** The types that new meters may have. The connection sees its tenant alone. */
export const listMeterTypes = async (database: Queryable): Promise<MeterType[]> =>
  (await store.list(database, { status: InUse.enum.enabled, pageSize: typesMax })).rows
