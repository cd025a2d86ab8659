import { sql } from 'kysely'
import { registerTable } from './register-table.ts'

/** Users who hold a role of the type agent; they are written as users. */
export const agentStore = registerTable({
  table: 'platform.users',
  id: 'userId',
  shown: ['userId', 'userName', 'nickName', 'areaCode', 'phonenumber', 'status', 'createTime'],
  written: [],
  filter: { userName: 'contains', nickName: 'contains', phonenumber: 'contains' },
  columns: { userName: 'username', createTime: 'created_at' },
  only: sql<boolean>`exists (
    select from platform.user_roles as held join platform.roles as role using (role_id)
    where held.user_id = platform.users.user_id and role.role_type = 'agent')`,
})
