import { type Staff, scanStaff } from '@nightflow/platform/people/staff'
import { findBalances } from '@nightflow/projections/agents/agent-balances'
import { StaffRow } from '@nightflow/schemas/platform/staff-row'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { InUse } from '@nightflow/schemas/shared/lists'
import type { RequestContext } from '../http/request-context.ts'
import { scopeOf } from '../http/scope.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { wordingOf } from '../resource/choices.ts'
import { spreadsheet } from '../resource/export-routes.ts'
import { eraseUser } from './erase-staff.ts'
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
import { staffRowOf } from './staff-row.ts'

const { users, agents } = resourceCalls

const listAllMax = 1000
const fromTheStart = { pageNum: 1 }

const toldInSheet = (person: Staff, { language }: RequestContext): object => {
  const { roleIds: _, ...row } = staffRowOf(person, language)
  return { ...row, roleNames: row.roleNames.join(', ') }
}

/** The fields of a user in the list of agents. */
const agentOf = ({ userId, userName, nickName, areaCode, phonenumber, status, createTime }: StaffRow) => ({
  userId,
  userName,
  nickName,
  areaCode,
  phonenumber,
  status,
  createTime,
})

/** The staff of a tenant, each caller within the scope of their roles. */
export const staffRoutes: readonly Route[] = [
  ask(users.list, listUsers),
  ask(users.search, listUsers),
  ask(agents.list, async (request, context) => {
    const { rows, total } = await listUsers({ ...request, roleType: 'agent' }, context)
    const ids = rows.map(({ userId }) => userId)
    const balanceOf = await context.read((database) => findBalances(database, ids))
    return { rows: rows.map((row) => ({ ...agentOf(row), ...balanceOf(row.userId) })), total }
  }),
  ask(users.listAll, async (_, context) => {
    const { rows } = await listUsers(
      { ...fromTheStart, pageSize: listAllMax, status: InUse.enum.enabled, orderByColumn: 'userName' },
      context,
    )
    return rows.map(({ userId, userName, nickName, deptId }) => ({ userId, userName, nickName, deptId }))
  }),
  ask(users.deptTree, (_, context) => departmentTree(context)),
  ask(users.findForm, async (_, context) => ({ roles: await rolesToChoose(context), posts: [] })),
  ask(users.findRoles, findRolesOfUser),
  ask(users.find, findUser),
  command(users.create, createUser),
  command(users.change, changeUser),
  command(users.remove, removeUsersOf),
  command(users.changeStatus, changeStatus),
  command(users.giveRoles, giveRoles),
  command(users.erase, eraseUser),
  command(users.resetPassword, resetPassword),
  command(users.givePassword, givePassword),
  spreadsheet(users.exportRows, async (request, context) => {
    const scope = await scopeOf(context)
    return {
      fileName: 'users.xlsx',
      wording: await wordingOf(users.dictionaries, request, context),
      row: StaffRow,
      rows: async function* (database) {
        for await (const people of scanStaff(database, scope, request)) yield people.map((person) => toldInSheet(person, context))
      },
    }
  }),
]
