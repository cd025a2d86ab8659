import { registerTable } from './register-table.ts'

const listed = ['operId', 'tenant', 'actor', 'operation', 'outcome', 'position', 'address', 'operTime']

/** What people read of the operation log; long fields come with one row. */
export const operationStore = registerTable({
  table: 'platform.operation_log',
  id: 'operId',
  shown: [...listed, 'subject', 'before', 'after'],
  listed,
  written: [],
  filter: { tenant: 'equals', actor: 'contains', operation: 'contains', outcome: 'equals' },
  columns: { operId: 'id', operTime: 'at', createTime: 'at' },
  numbers: ['position'],
})
