import { findBalances } from '@nightflow/projections/agents/agent-balances'
import { registers } from '@nightflow/schemas/platform/registers'
import { wordingOf } from '../shared/choices.ts'
import { ask, command, file, type Route } from '../shared/serve.ts'
import { spreadsheetOf } from '../shared/spreadsheet.ts'
import { departmentTree } from './organisation-trees.ts'
import {
  changeStatus,
  changeUser,
  createUser,
  findRolesOfUser,
  findUser,
  givePassword,
  giveRoles,
  listUsers,
  removeUsersOf,
  resetPassword,
  rolesToChoose,
} from './staff.ts'

const { users, agents } = registers

const listAllMax = 1000
/** Rows of one spreadsheet; whoever needs more narrows the filter. */
const exportRowsMax = 50_000
const fromTheStart = { pageNum: 1 }

/** The staff of a tenant, each caller within the scope of their roles. */
export const staffRoutes: readonly Route[] = [
  ask(users.list, listUsers),
  ask(users.search, listUsers),
  ask(agents.list, async (request, asked) => {
    const { rows, total } = await listUsers({ ...request, roleType: 'agent' }, asked)
    const ids = rows.map(({ userId }) => userId)
    const balanceOf = await asked.read((database) => findBalances(database, ids))
    return { rows: rows.map((row) => ({ ...row, ...balanceOf(row.userId) })), total }
  }),
  ask(users.listAll, async (_, asked) => {
    const { rows } = await listUsers({ ...fromTheStart, pageSize: listAllMax, status: '0', orderByColumn: 'userName' }, asked)
    return rows.map(({ userId, userName, nickName, deptId }) => ({ userId, userName, nickName, deptId }))
  }),
  ask(users.deptTree, (_, asked) => departmentTree(asked)),
  ask(users.findForm, async (_, asked) => ({ roles: await rolesToChoose(asked), posts: [] })),
  ask(users.findRoles, findRolesOfUser),
  ask(users.find, findUser),
  command(users.create, createUser),
  command(users.change, changeUser),
  command(users.remove, removeUsersOf),
  command(users.changeStatus, changeStatus),
  command(users.giveRoles, giveRoles),
  command(users.resetPassword, resetPassword),
  command(users.givePassword, givePassword),
  file(users.exportRows, async (request, asked) => {
    const { rows } = await listUsers({ ...request, ...fromTheStart, pageSize: exportRowsMax }, asked)
    const told = rows.map(({ roleIds: _, ...row }) => ({ ...row, roleNames: row.roleNames.join(', ') }))
    return { fileName: 'users.xlsx', ...(await spreadsheetOf(told, await wordingOf(users.dictionaries, request, asked))) }
  }),
]
