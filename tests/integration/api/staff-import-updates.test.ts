import { utils, write } from '@e965/xlsx'
import type { StaffRow } from '@nightflow/schemas/platform/staff-row'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { textOfRejection } from '@nightflow/schemas/shared/rejection-texts'
import { rejected } from '@nightflow/schemas/shared/rejections'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { type Clerk, clerkAt, setUpBy } from '../../support/api/office-clerk.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let admin: Clerk
let token: string
let setUp: ReturnType<typeof setUpBy>
beforeAll(async () => {
  running = await startApi('staff_import_updates')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  admin = clerkAt(office, token)
  setUp = setUpBy(() => admin, office, running.pool)
})
afterAll(() => running.stop())

const sheetOf = (rows: readonly unknown[][]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Staff')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

/** Sends a sheet as a RuoYi client does: the choice is in the address. */
const send = (rows: readonly unknown[][], { updateSupport = '1', mode = 'all', by = token, to = 'user' } = {}): Promise<Enveloped> =>
  office.call({
    method: 'POST',
    url: `/prod-api/system/${to}/importData?updateSupport=${updateSupport}`,
    token: by,
    language: 'en',
    ...multipartOf('file', sheetOf(rows), { fileName: 'staff.xlsx', mediaType: 'application/octet-stream', fields: { mode } }),
  })
const outcomeOf = ({ data, ...rest }: Enveloped): ImportOutcome => {
  expect(rest.code, JSON.stringify(rest)).toBe(200)
  return data as ImportOutcome
}
const found = (userId: number) => admin.done<StaffRow>('GET', `system/user/${userId}`)
const problemsOf = ({ problems }: ImportOutcome) => problems.map(({ row, message }) => [row, message])
const outbox = async (): Promise<string[]> =>
  (await running.pool.query<{ recipient: string }>('select recipient from platform.outbox order by message_id')).rows.map(
    ({ recipient }) => recipient,
  )
const head = ['userName', 'nickName', 'email', 'remark']

test('a row whose user exists is refused without updateSupport, and changes the columns that it fills with it', async () => {
  const known = { nickName: 'Before', email: 'before@north.example', remark: 'stays', roleIds: [await setUp.roleId('clerk')] }
  const { userId } = await setUp.newUser('known', known)
  const rows = [head, ['Known', 'After', 'after@north.example', ''], ['unknown', 'New', '', '']]
  expect(outcomeOf(await send(rows, { updateSupport: '0', mode: 'preview' }))).toMatchObject({ good: 1, updated: 0 })
  expect(outcomeOf(await send(rows, { mode: 'preview' }))).toMatchObject({ total: 2, good: 2, imported: 0, updated: 0 })
  expect(await found(userId)).toMatchObject({ nickName: 'Before' })
  expect(await outbox()).toEqual([])
  const answer = await send(rows)
  expect(outcomeOf(answer)).toMatchObject({ imported: 2, updated: 1, problems: [], hasPasswords: true })
  expect(answer.msg).toBe('2 of 2 rows imported.<br/>1 of them updated.')
  expect(await found(userId)).toMatchObject({
    userName: 'known',
    nickName: 'After',
    email: 'after@north.example',
    remark: 'stays',
    roleNames: ['Clerk'],
  })
  expect(await outbox()).toEqual(['before@north.example'])
  const { rows: logged } = await running.pool.query(
    `select before, after from platform.operation_log where operation = 'POST /prod-api/system/user/importData' order by id desc limit 1`,
  )
  const row = { row: 2, id: userId }
  expect(logged[0].before).toEqual([{ ...row, nickName: 'Before', email: 'before@north.example' }])
  expect(logged[0].after).toMatchObject({ updated: 1, changed: [{ ...row, nickName: 'After', email: 'after@north.example' }] })
})

test('an import without the permission to change users changes none, and none outside the scope or with more rights', async () => {
  const rights = ['system:user:list', 'system:user:import']
  const here = await setUp.newDepartment('Here')
  await setUp.newUser('here_1', { deptId: here })
  const hidden = await setUp.newUser('hidden_1', { deptId: await setUp.newDepartment('Elsewhere') })
  const powerful = await setUp.newUser('powerful_1', { deptId: here, roleIds: [await setUp.roleId('admin')] })
  const importerToken = await tokenOf('importer_b', rights, here)
  expect(problemsOf(outcomeOf(await send([head, ['here_1', 'Changed']], { by: importerToken, mode: 'preview' })))).toEqual([
    [2, expect.stringContaining('role')],
  ])
  const editorToken = await tokenOf('editor_b', [...rights, 'system:user:edit'], here)
  const rows = [head, ['here_1', 'Changed'], ['hidden_1', 'Changed'], ['powerful_1', 'Changed']]
  const outcome = outcomeOf(await send(rows, { by: editorToken, mode: 'good' }))
  expect(outcome).toMatchObject({ imported: 1, updated: 1 })
  expect(outcome.problems.map(({ row }) => row)).toEqual([3, 4])
  for (const { userId } of [hidden, powerful]) expect((await found(userId)).nickName).not.toBe('Changed')
})

test('people cannot disable themselves, and a change whose notice cannot be stored is not stored', async () => {
  const own = outcomeOf(
    await send(
      [
        [...head, 'status'],
        ['admin', 'Admin', '', '', '1'],
      ],
      { mode: 'good' },
    ),
  )
  expect(own).toMatchObject({ imported: 0, updated: 0 })
  expect(problemsOf(own)).toEqual([[2, textOfRejection(rejected('own-account-stays'), 'en')]])
  const { userId } = await setUp.newUser('noticed', { email: 'noticed@north.example' })
  await running.pool.query(`alter table platform.outbox add constraint no_more_notices check (recipient <> 'noticed@north.example')`)
  expect((await send([head, ['noticed', 'Noticed', 'moved@north.example', '']])).code).toBe(500)
  const form = { userId, nickName: 'Noticed', email: 'moved@north.example' }
  expect((await admin.call('PUT', 'system/user', form)).code).toBe(500)
  expect(await found(userId)).toMatchObject({ email: 'noticed@north.example' })
  await running.pool.query('alter table platform.outbox drop constraint no_more_notices')
  await admin.done('PUT', 'system/user', form)
  expect((await outbox()).at(-1)).toBe('noticed@north.example')
})

test('an address of another tenant is disclosed few times a day, for existing users too', async () => {
  await running.pool.query(`update platform.users set email = 'theirs@south.example' where tenant = 'south' and username = (
    select min(username) from platform.users where tenant = 'south')`)
  await setUp.newUser('curious', { email: 'curious@north.example' })
  const rows = [head, ['curious', 'Curious', 'theirs@south.example', '']]
  expect(outcomeOf(await send(rows, { mode: 'preview' })).problems).toEqual([])
  expect(outcomeOf(await send(rows, { mode: 'good' })).problems.map(({ column }) => column)).toEqual(['email'])
})

test('an import that changes nothing which exists refuses the choice', async () => {
  expect((await send([['regionName'], ['North']], { to: 'region' })).reason).toBe('request-invalid')
})

/** A session of a person with these rights, who sees their own department alone. */
const tokenOf = async (userName: string, rights: readonly string[], deptId: number): Promise<string> => {
  const roleId = await setUp.newRole(`${userName}_role`, [...rights])
  await admin.done('PUT', 'system/role/dataScope', { roleId, dataScope: '3', deptIds: [], regionIds: [] })
  await setUp.worker(userName, roleId)
  await running.pool.query('update platform.users set dept_id = $1 where username = $2', [deptId, userName])
  return office.logIn(userName)
}
