import type { RouterEntry } from '@nightflow/schemas/platform/session-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownMillisecondsMax } from '../../support/api/known-sessions.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type RuoyiAnswer as Answer, ruoyiClientsOf, Shown } from '../../support/api/ruoyi-client.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

/**
 * A client as the back offices of its kind are written, by what is publicly known of them and nothing of ours: codes in HTTP 200, a token in a cookie
 * for so many minutes, roles first and routes after, tables of `rows` and `total`, downloads as forms.
 */
let running: RunningApi
beforeAll(async () => {
  running = await startApi('ruoyi_client', { trustProxy: true })
})
afterAll(() => running.stop())

const openClient = ruoyiClientsOf(() => running)

/** Routes as a client adds them: whole paths of pages by their components, throws on invalid entries of the tree. */
const pagesIn = (routes: readonly RouterEntry[], above = ''): Record<string, string> =>
  Object.assign(
    {},
    ...routes.map(({ path, component, children = [] }) => {
      const whole = path.startsWith('/') ? path : `${above}/${path}`.replace('//', '/')
      if (children.length > 0) return pagesIn(children, whole)
      if (!component) throw new Error(`${whole} names no component`)
      return { [whole]: component }
    }),
  )

const signedIn = async (username = 'admin') => {
  const client = openClient()
  await client.logIn(username, passwordOfAll)
  expect(await client.guard('/index')).toBe('/index')
  return client
}

describe('a client of this kind', () => {
  test('is led to signing in, and from there to where it wanted to go', async () => {
    const client = openClient()
    expect(await client.guard('/system/user')).toBe('/login?redirect=%2Fsystem%2Fuser')
    expect(await client.guard('/cascadeScreen')).toBe('/cascadeScreen')
    await client.logIn('admin', passwordOfAll)
    expect(Number(client.cookies.get('Admin-Expires-In'))).toBeGreaterThan(0)
    expect(await client.guard('/login')).toBe('/')
    expect(client.store.roles).toEqual([])
    expect(await client.guard('/system/user')).toBe('/system/user')
    expect(client.store).toMatchObject({ roles: ['admin'], permissions: ['*:*:*'], name: 'admin' })
  })

  test('builds its routes from the menu: folders carry a layout and a title, pages a component', async () => {
    const { store } = await signedIn()
    for (const { path, component, name, alwaysShow, redirect, meta, children } of store.routes) {
      expect(path).toMatch(/^(\/|https?:)/)
      if (component === 'Layout' && alwaysShow) {
        expect(redirect).toBe('noRedirect')
        expect(meta?.title).toBeTruthy()
        expect(children?.length).toBeGreaterThan(0)
        expect(name).toMatch(/^[A-Z]/)
      }
    }
    const pages = pagesIn(store.routes)
    expect(Object.keys(pages).length).toBeGreaterThan(8)
    expect(JSON.stringify(store.routes)).not.toContain('null')
    // In the reader's language.
    expect(JSON.stringify(store.routes)).toMatch(/[\u4e00-\u9fff]/)
  })

  test('pages through users, filters them and sorts them', async () => {
    const { request } = await signedIn()
    const list = (params: object) =>
      request('GET', '/system/user/list', { params }) as Promise<Answer & { rows: { userName: string }[]; total: number }>
    const first = await list({
      pageNum: 1,
      pageSize: 2,
      userName: undefined,
      phonenumber: '',
      orderByColumn: 'userName',
      isAsc: 'ascending',
    })
    const second = await list({ pageNum: 2, pageSize: 2, orderByColumn: 'userName', isAsc: 'ascending' })
    expect(first.total).toBe(3)
    expect([...first.rows, ...second.rows].map(({ userName }) => userName)).toEqual(['admin', 'analyst', 'clerk'])
    const posted = await request('POST', '/system/user/list', { data: { pageNum: 1, pageSize: 20, userName: 'cler', status: null } })
    expect(posted).toMatchObject({ total: 1, rows: [{ userName: 'clerk' }] })
    expect(posted.data).toBeUndefined()
  })

  test('reads dictionaries, parameters and one user with the roles to choose from', async () => {
    const { request } = await signedIn()
    const { data } = await request('GET', '/system/dict/data/type/sys_user_sex')
    expect((data as { dictValue: string; dictLabel: string }[]).map(({ dictValue }) => dictValue)).toEqual(['0', '1', '2'])
    expect((data as { dictLabel: string }[])[0]!.dictLabel).toMatch(/[\u4e00-\u9fff]/)
    expect((await request('GET', '/system/config/configKey/sys.index.sideTheme')).msg).toMatch(/^theme-/)
    const rows = (await request('GET', '/system/user/list', { params: { userName: 'clerk' } })).rows as { userId: number }[]
    const user = await request('GET', `/system/user/${rows[0]!.userId}`)
    expect(user).toMatchObject({
      data: { userName: 'clerk' },
      roleIds: [expect.any(Number)],
      roles: expect.any(Array),
      postIds: [],
      posts: [],
    })
  })

  test('makes, changes and removes a user', async () => {
    const { request } = await signedIn()
    const form = {
      userName: 'reader7',
      nickName: 'Reader',
      phonenumber: null,
      email: null,
      sex: '1',
      status: '0',
      roleIds: [],
      postIds: [],
      remark: null,
    }
    await request('POST', '/system/user', { data: form })
    const rows = (await request('GET', '/system/user/list', { params: { userName: 'reader7' } })).rows as { userId: number }[]
    const { userId } = rows[0]!
    await request('PUT', '/system/user', { data: { ...form, userId, nickName: 'Meter reader' } })
    await request('PUT', '/system/user/changeStatus', { data: { userId, status: '1' } })
    expect((await request('GET', `/system/user/${userId}`)).data).toMatchObject({ nickName: 'Meter reader', status: '1' })
    await request('DELETE', `/system/user/${userId}`)
    await expect(request('GET', `/system/user/${userId}`)).rejects.toThrow('not there')
  })

  test('saves a spreadsheet, and shows the message in its place where it may not have one', async () => {
    const admin = await signedIn()
    const bytes = await admin.download('/system/user/export', { pageNum: '1', pageSize: '10', userName: '' })
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const clerk = await signedIn('clerk')
    await expect(clerk.download('/system/user/export', {})).rejects.toThrow('no permission')
  })

  test('a plain password is refused with the word that it must be encrypted, and taken over TLS where the platform allows it', async () => {
    const { request, store } = await signedIn()
    const clerk = (await request('GET', '/system/user/list', { params: { userName: 'clerk' } })).rows as { userId: number }[]
    const given = { userId: clerk[0]!.userId, password: 'Typed-By-1' }
    await expect(request('PUT', '/system/user/resetPwd', { data: given })).rejects.toThrow('字段“password”中的密码须使用服务器公钥加密')
    const own = { oldPassword: passwordOfAll, newPassword: 'Riverbank-8' }
    await expect(request('PUT', '/system/user/profile/updatePwd', { data: own })).rejects.toThrow('加密')
    const form = { userName: 'plain1', nickName: 'Plain', password: 'Typed-By-1', postIds: [], roleIds: [] }
    await expect(request('POST', '/system/user', { data: form })).rejects.toThrow('加密')
    await expect(openClient().logInPlainly('clerk', passwordOfAll)).rejects.toThrow('加密')
    await running.pool.query(`update platform.configuration set config_value = 'true' where config_key = 'sys.account.plainPassword'`)
    // Without TLS a plain password stays refused.
    await expect(openClient().logInPlainly('clerk', passwordOfAll)).rejects.toThrow('加密')
    const secure = openClient({ https: true })
    await secure.logInPlainly('admin', passwordOfAll)
    await secure.request('POST', '/system/user', { data: form })
    await openClient({ https: true }).logInPlainly('plain1', 'Typed-By-1')
    expect(store.name).toBe('admin')
  })

  test('signs out, and is led to signing in again', async () => {
    const client = await signedIn()
    await client.request('DELETE', '/auth/logout')
    await expect
      .poll(() => client.request('GET', '/system/user/getInfo').catch(({ deed }: Shown) => deed), { timeout: knownMillisecondsMax })
      .not.toHaveProperty('user')
    client.store.roles = []
    await expect(client.guard('/index')).rejects.toThrow(Shown)
    expect(await client.guard('/index')).toBe('/login?redirect=%2Findex')
  })
})
