import { signIns } from '@nightflow/schemas/platform/login-log'
import { CommonStatus } from '@nightflow/schemas/shared/lists'
import { sql } from 'kysely'
import { storeOf } from '../storage/resource-table.ts'

/** Sign-ins and failed attempts as people read them. */
export const signInStore = storeOf(signIns, {
  columns: { infoId: 'id', createTime: 'at' },
  expressions: {
    status: sql`case when outcome in ('accepted', 'signed-out', 'unlocked') then ${sql.lit(CommonStatus.enum.success)} else ${sql.lit(CommonStatus.enum.failure)} end`,
  },
})
