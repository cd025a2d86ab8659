import { sql } from 'kysely'
import { resourceTable } from './resource-table.ts'

/** What people read of the attempts to sign in. */
export const signInStore = resourceTable({
  table: 'platform.login_log',
  id: 'infoId',
  shown: ['infoId', 'tenant', 'userName', 'ipaddr', 'client', 'outcome', 'loginTime', 'status', 'accessTime'],
  written: [],
  filter: { tenant: 'equals', userName: 'contains', ipaddr: 'contains', outcome: 'equals', status: 'equals' },
  columns: { infoId: 'id', userName: 'username', ipaddr: 'address', loginTime: 'at', accessTime: 'at', createTime: 'at' },
  expressions: { status: sql`case when outcome in ('accepted', 'signed-out', 'unlocked') then '0' else '1' end` },
})
