import { signIns } from '@nightflow/schemas/platform/login-log'
import { sql } from 'kysely'
import { storeOf } from '../storage/resource-table.ts'

/** What people read of the attempts to sign in. */
export const signInStore = storeOf(signIns, {
  columns: { infoId: 'id', createTime: 'at' },
  expressions: { status: sql`case when outcome in ('accepted', 'signed-out', 'unlocked') then '0' else '1' end` },
})
