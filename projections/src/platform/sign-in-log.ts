import { registerTable } from './register-table.ts'

/** What people read of the attempts to sign in. */
export const signInStore = registerTable({
  table: 'platform.login_log',
  id: 'infoId',
  shown: ['infoId', 'tenant', 'userName', 'ipaddr', 'client', 'outcome', 'loginTime'],
  written: [],
  filter: { tenant: 'equals', userName: 'contains', ipaddr: 'contains', outcome: 'equals' },
  columns: { infoId: 'id', userName: 'username', ipaddr: 'address', loginTime: 'at', createTime: 'at' },
})
