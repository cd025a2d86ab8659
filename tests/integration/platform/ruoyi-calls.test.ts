import { read as readSheet, utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'
import { type RuoyiAnswer, ruoyiClientsOf, Shown } from '../../support/api/ruoyi-client.ts'
import { passwordOfAll } from '../../support/two-utilities.ts'

/** The calls of RuoYi-Cloud-Vue3, page by page, with the parameters and bodies that its screens send. */
let running: RunningApi
const openClient = ruoyiClientsOf(() => running)
type Client = ReturnType<typeof openClient>
type Row = Record<string, unknown>
let admin: Client
let operator: Client

beforeAll(async () => {
  running = await startApi('ruoyi_calls', { trustProxy: true })
  ;[admin, operator] = [openClient(), openClient()]
  await admin.logIn('admin', passwordOfAll)
  await operator.logIn('operator', passwordOfAll)
})
afterAll(() => running.stop())

const localTime = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
const page = { pageNum: 1, pageSize: 10 }
const rowsOf = (answer: RuoyiAnswer): Row[] => answer.rows as Row[]
const dataOf = (answer: RuoyiAnswer): Row => answer.data as Row
const optionsOf = (answer: RuoyiAnswer): Row[] => answer.data as Row[]
const read = (client: Client, url: string, params?: object) => client.request('GET', url, params ? { params } : {})

describe('the pages of a RuoYi client', () => {
  test('frame: routes with icons of its own set, notices at the top, times of the tenant', async () => {
    const { user, pwdChrtype } = (await read(admin, '/system/user/getInfo')) as unknown as { user: Row; pwdChrtype: string }
    expect(user).toMatchObject({ name: 'admin', roleKey: 'admin', roleId: expect.any(Number), tenantId: expect.any(Number) })
    expect(user.createTime).toMatch(localTime)
    expect(pwdChrtype).toBe('0')
    const routes = JSON.stringify(dataOf(await read(admin, '/system/menu/getRouters')))
    const icons = [...routes.matchAll(/"icon":"([^"]+)"/g)].map(([, icon]) => icon)
    expect(icons.length).toBeGreaterThan(15)
    for (const icon of icons) expect(ruoyiIcons).toContain(icon)
  })

  test('notices: read by me and by others, filtered by who wrote them', async () => {
    const noticeContent = '<p>Pipes are flushed</p>'
    await admin.request('POST', '/system/notice', { data: { noticeTitle: 'Flushing', noticeType: '1', noticeContent, status: '0' } })
    const [notice] = rowsOf(await read(admin, '/system/notice/list', { ...page, noticeTitle: 'Flush', createBy: 'admin' }))
    expect(notice).toMatchObject({ createBy: 'admin', createTime: expect.stringMatching(localTime) })
    const noticeId = Number(notice!.noticeId)
    const clerk = openClient()
    await clerk.logIn('clerk', passwordOfAll)
    const top = await read(clerk, '/system/notice/listTop')
    expect(top).toMatchObject({ unreadCount: 1, data: [{ noticeId, noticeTitle: 'Flushing', noticeType: '1', isRead: false }] })
    await clerk.request('POST', '/system/notice/markRead', { params: { noticeId } })
    expect(await read(clerk, '/system/notice/listTop')).toMatchObject({ unreadCount: 0, data: [{ isRead: true }] })
    await admin.request('POST', '/system/notice/markReadAll', { params: { ids: String(noticeId) } })
    expect(dataOf(await read(admin, `/system/notice/${noticeId}`))).toMatchObject({ noticeContent })
    const readers = await read(admin, '/system/notice/readUsers/list', { ...page, noticeId, searchValue: 'cler' })
    expect(readers).toMatchObject({ total: 1, rows: [{ userName: 'clerk', readTime: expect.stringMatching(localTime) }] })
    await admin.request('PUT', '/system/notice', { data: { ...notice, status: '1' } })
    await admin.request('DELETE', `/system/notice/${noticeId}`)
    expect(await read(clerk, '/system/notice/listTop')).toMatchObject({ unreadCount: 0, data: [] })
  })

  test('staff: the empty form, the department, an own row that has buttons, roles, and an import that says how many', async () => {
    const form = await read(admin, '/system/user/')
    expect(form).toMatchObject({ posts: [], roles: expect.arrayContaining([expect.objectContaining({ roleKey: 'clerk' })]) })
    const deptId = await departmentOf(admin, 'Readers')
    const clerkRole = (form.roles as Row[]).find(({ roleKey }) => roleKey === 'clerk')!.roleId
    const typed = {
      userName: 'reader9',
      nickName: 'Reader',
      deptId,
      email: '',
      phonenumber: '',
      status: '0',
      postIds: [],
      roleIds: [clerkRole],
    }
    await admin.request('POST', '/system/user', { data: typed })
    const params = { beginTime: '2020-01-01', endTime: '2099-12-31' }
    const [made] = rowsOf(await read(admin, '/system/user/list', { ...page, userName: 'reader9', deptId, params }))
    expect(made).toMatchObject({ dept: { deptName: 'Readers' }, createTime: expect.stringMatching(localTime) })
    expect((await read(admin, '/system/user/list', { ...page, params: { endTime: '2000-01-01' } })).total).toBe(0)
    const all = rowsOf(await read(admin, '/system/user/list', page))
    expect(all.map(({ userId }) => userId)).not.toContain(1)
    const { userId } = made!
    const found = await read(admin, `/system/user/${userId}`)
    expect(found).toMatchObject({ roleIds: [clerkRole], postIds: [] })
    await admin.request('PUT', '/system/user', { data: { ...dataOf(found), roleIds: [clerkRole], postIds: [], password: '', email: '' } })
    expect(await read(admin, `/system/user/authRole/${userId}`)).toMatchObject({ user: { userName: 'reader9' }, roles: expect.any(Array) })
    await admin.request('PUT', '/system/user/authRole', { params: { userId, roleIds: String(clerkRole) } })
    await admin.request('PUT', '/system/user/changeStatus', { data: { userId, status: '1' } })
    await read(admin, '/system/user/deptTree')
    expect((await read(admin, '/system/config/configKey/sys.user.initPassword')).msg).toBe('')
    expect((await admin.download('/system/user/importTemplate', {})).subarray(0, 2).toString()).toBe('PK')
    await admin.request('DELETE', `/system/user/${userId}`)
  })

  test('profile: data, a picture, an e-mail address that is taken away', async () => {
    expect(await read(admin, '/system/user/profile')).toMatchObject({ data: { userName: 'admin' }, roleGroup: expect.any(String) })
    const form = { nickName: 'Administrator', phonenumber: '', email: '', sex: '2' }
    await admin.request('PUT', '/system/user/profile', { data: form })
    expect(await admin.upload('/system/user/profile/avatar', 'avatarfile', 'avatar.png', pngOf({ width: 8, height: 8 }))).toMatchObject({
      imgUrl: expect.any(String),
    })
  })

  test('a locked screen opens with the password alone', async () => {
    const locked = openClient({ https: true })
    await locked.logIn('clerk', passwordOfAll)
    await expect(locked.request('POST', '/auth/unlockscreen', { data: { password: passwordOfAll } })).rejects.toThrow('加密')
    await running.pool.query(`update platform.configuration set config_value = 'true' where config_key = 'sys.account.plainPassword'`)
    await expect(locked.request('POST', '/auth/unlockscreen', { data: { password: 'Wrong-12' } })).rejects.toThrow('旧密码错误')
    await locked.request('POST', '/auth/unlockscreen', { data: { password: passwordOfAll } })
  })

  test('roles: list, menus, data scope, people', async () => {
    await read(admin, '/system/role/list', { ...page, params: { beginTime: '2020-01-01', endTime: '2099-12-31' } })
    const menus = optionsOf(await read(admin, '/system/menu/treeselect'))
    const menuIds = [menus[0]!.id]
    const typed = {
      roleName: 'Patrol',
      roleKey: 'patrol',
      roleSort: 9,
      status: '0',
      menuIds,
      deptIds: [],
      menuCheckStrictly: true,
      deptCheckStrictly: true,
    }
    await admin.request('POST', '/system/role', { data: typed })
    const [role] = rowsOf(await read(admin, '/system/role/list', { ...page, roleKey: 'patrol' }))
    const roleId = Number(role!.roleId)
    expect(roleId).not.toBe(1)
    const found = dataOf(await read(admin, `/system/role/${roleId}`))
    const { checkedKeys } = await read(admin, `/system/menu/roleMenuTreeselect/${roleId}`)
    expect(checkedKeys).toEqual(expect.arrayContaining(menuIds))
    await admin.request('PUT', '/system/role', { data: { ...found, roleName: 'Patrols', menuIds } })
    expect(await read(admin, `/system/role/deptTree/${roleId}`)).toMatchObject({ depts: expect.any(Array), checkedKeys: [] })
    await admin.request('PUT', '/system/role/dataScope', { data: { ...found, dataScope: '5', deptIds: [] } })
    await admin.request('PUT', '/system/role/changeStatus', { data: { roleId, status: '0' } })
    const clerks = rowsOf(await read(admin, '/system/role/authUser/unallocatedList', { ...page, roleId, userName: 'clerk' }))
    const userId = Number(clerks[0]!.userId)
    await admin.request('PUT', '/system/role/authUser/selectAll', { params: { roleId, userIds: String(userId) } })
    expect((await read(admin, '/system/role/authUser/allocatedList', { ...page, roleId })).total).toBe(1)
    await admin.request('PUT', '/system/role/authUser/cancel', { data: { userId, roleId } })
    await admin.request('PUT', '/system/role/authUser/selectAll', { params: { roleId, userIds: String(userId) } })
    await admin.request('PUT', '/system/role/authUser/cancelAll', { params: { roleId, userIds: String(userId) } })
    await admin.download('/system/role/export', page)
    await admin.request('DELETE', `/system/role/${roleId}`)
  })

  test('departments: the tree, its order', async () => {
    const deptId = await departmentOf(admin, 'Laboratory')
    await read(admin, `/system/dept/list/exclude/${deptId}`)
    const found = dataOf(await read(admin, `/system/dept/${deptId}`))
    await admin.request('PUT', '/system/dept', { data: { ...found, leader: 'Chen' } })
    await admin.request('PUT', '/system/dept/updateSort', { data: { deptIds: String(deptId), orderNums: '7' } })
    expect(dataOf(await read(admin, `/system/dept/${deptId}`))).toMatchObject({ orderNum: 7, leader: 'Chen' })
    await admin.request('DELETE', `/system/dept/${deptId}`)
  })

  test('menus: made and renamed by a title alone, and their order', async () => {
    await read(operator, '/system/menu/list', { menuName: '', visible: '' })
    const typed = {
      parentId: 0,
      menuName: '测试',
      menuType: 'M',
      orderNum: 1,
      isFrame: '1',
      isCache: '0',
      visible: '0',
      status: '0',
      path: 'trial',
    }
    await operator.request('POST', '/system/menu', { data: typed })
    const [menu] = optionsOf(await read(operator, '/system/menu/list', { menuName: '测试' }))
    const menuId = Number(menu!.menuId)
    await operator.request('PUT', '/system/menu', { data: { ...dataOf(await read(operator, `/system/menu/${menuId}`)), menuName: '改名' } })
    await operator.request('PUT', '/system/menu/updateSort', { data: { menuIds: String(menuId), orderNums: '12' } })
    expect(dataOf(await read(operator, `/system/menu/${menuId}`))).toMatchObject({ menuName: '改名', orderNum: 12 })
    await operator.request('DELETE', `/system/menu/${menuId}`)
  })

  test('dictionaries: their own, and those that its screens ask for', async () => {
    for (const type of ['sys_oper_type', 'sys_common_status', 'sys_notice_status', 'sys_notice_type', 'sys_show_hide', 'sys_yes_no'])
      expect(optionsOf(await read(admin, `/system/dict/data/type/${type}`)).length).toBeGreaterThan(1)
    await operator.request('POST', '/system/dict/type', { data: { dictName: 'Pump', dictType: 'pump_kind', status: '0', remark: '' } })
    const options = optionsOf(await read(operator, '/system/dict/type/optionselect'))
    const { dictId } = options.find(({ dictType }) => dictType === 'pump_kind')!
    expect(dataOf(await read(operator, `/system/dict/type/${dictId}`))).toMatchObject({ dictName: 'Pump' })
    const entry = {
      dictLabel: 'Booster',
      dictValue: '1',
      dictType: 'pump_kind',
      cssClass: '',
      listClass: 'default',
      dictSort: 0,
      status: '0',
    }
    await operator.request('POST', '/system/dict/data', { data: entry })
    const [made] = rowsOf(await read(operator, '/system/dict/data/list', { ...page, dictType: 'pump_kind' }))
    await operator.request('PUT', '/system/dict/data', {
      data: { ...dataOf(await read(operator, `/system/dict/data/${made!.dictCode}`)), dictLabel: 'Well' },
    })
    await operator.request('DELETE', `/system/dict/data/${made!.dictCode}`)
    await operator.request('DELETE', '/system/dict/type/refreshCache')
    await operator.request('DELETE', `/system/dict/type/${dictId}`)
  })

  test('parameters: list, one, made, changed, removed', async () => {
    await read(admin, '/system/config/list', { ...page, params: { beginTime: '2020-01-01', endTime: '2099-12-31' } })
    await admin.request('POST', '/system/config', {
      data: { configName: 'Depot', configKey: 'depot.name', configValue: 'North', configType: 'N' },
    })
    const [made] = rowsOf(await read(admin, '/system/config/list', { ...page, configKey: 'depot.name' }))
    await admin.request('PUT', '/system/config', {
      data: { ...dataOf(await read(admin, `/system/config/${made!.configId}`)), configValue: 'South' },
    })
    expect((await read(admin, '/system/config/configKey/depot.name')).msg).toBe('South')
    await admin.request('DELETE', '/system/config/refreshCache')
    await admin.request('DELETE', `/system/config/${made!.configId}`)
  })

  test('operation log: the columns of its table, its filters, its order', async () => {
    await expect(admin.request('DELETE', '/system/role/999999')).rejects.toThrow(Shown)
    const sorted = { ...page, orderByColumn: 'operTime', isAsc: 'descending' }
    const list = (more: object) => read(admin, '/system/operlog/list', { ...sorted, ...more })
    const [failed] = rowsOf(await list({ status: 1, title: '角色', businessType: 3, operName: 'adm', operIp: '127' }))
    expect(failed).toMatchObject({ title: '角色管理', businessType: 3, operName: 'admin', status: 1, requestMethod: 'DELETE' })
    expect(failed).toMatchObject({
      operUrl: '/prod-api/system/role/:roleId',
      operTime: expect.stringMatching(localTime),
      operIp: '127.0.0.1',
    })
    expect(failed!.errorMsg).toMatch(/[\u4e00-\u9fff]/)
    expect(failed!.operParam).toContain('999999')
    const { rows, total } = await list({ status: 0 })
    expect(Number(total)).toBeGreaterThan(3)
    expect(new Set((rows as Row[]).map(({ status }) => status))).toEqual(new Set([0]))
    expect((await list({ params: { beginTime: '2020-01-01 00:00:00', endTime: '2020-01-02 23:59:59' } })).total).toBe(0)
    expect((await list({ params: { beginTime: '2020-01-01 00:00:00', endTime: '2099-01-02 23:59:59' } })).total).toBeGreaterThan(3)
    const exported = async (more: object) => {
      const book = readSheet(
        await admin.download('/system/operlog/export', { ...sorted, params: { beginTime: '2020-01-01 00:00:00' }, ...more }),
      )
      return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!).length
    }
    expect(await exported({ title: '角色' })).toBe(Number((await list({ title: '角色' })).total))
    expect(await exported({ title: '角色' })).toBeLessThan(await exported({}))
  })

  test('sign-in log: the columns of its table, its filters, unlocking', async () => {
    const list = (more: object) =>
      read(admin, '/system/logininfor/list', { ...page, orderByColumn: 'accessTime', isAsc: 'descending', ...more })
    const [first] = rowsOf(await list({ userName: 'admin', status: '0', ipaddr: '127' }))
    expect(first).toMatchObject({ userName: 'admin', status: '0', msg: '登录成功', ipaddr: '127.0.0.1' })
    expect([first!.accessTime, first!.loginTime]).toEqual([expect.stringMatching(localTime), expect.stringMatching(localTime)])
    expect((await list({ params: { endTime: '2020-01-02 23:59:59' } })).total).toBe(0)
    await read(admin, '/system/logininfor/unlock/clerk')
    expect(rowsOf(await list({ userName: 'clerk' }))[0]).toMatchObject({ msg: '账号解锁', status: '0' })
    await admin.download('/system/logininfor/export', page)
    for (const url of ['/system/logininfor/clean', `/system/logininfor/${first!.infoId}`, '/system/operlog/clean', '/system/operlog/1,2'])
      await expect(admin.request('DELETE', url)).rejects.toThrow('日志不能删除')
  })

  test('an import writes by default and its message says how many', async () => {
    const { msg, data } = await admin.upload('/system/user/importData?updateSupport=0', 'file', 'staff.xlsx', staffSheet())
    expect(data).toMatchObject({ total: 1, imported: 1 })
    expect(msg).toContain('共 1 行，已导入 1 行')
    expect((await read(admin, '/system/user/list', { ...page, userName: 'imported1' })).total).toBe(1)
  })
})

const departmentOf = async (client: Client, deptName: string): Promise<number> => {
  await client.request('POST', '/system/dept', {
    data: { parentId: 0, deptName, orderNum: 1, leader: '', phone: '', email: '', status: '0' },
  })
  const departments = optionsOf(await read(client, '/system/dept/list', { deptName }))
  return Number(departments[0]!.deptId)
}

const staffSheet = (): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['userName', 'nickName'],
      ['imported1', 'Imported'],
    ]),
    'Staff',
  )
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}

const ruoyiIcons =
  '404 bell bug build button cascader chart checkbox client clipboard code color component dashboard date-range date dict documentation download drag druid edit education email enter example excel exit-fullscreen eye-open eye form fullscreen github guide icon input international job language link list lock log logininfor message money monitor moon more-up nacos nested number online password pdf people peoples phone post qq question radio rate redis row search select sentinel server shopping size skill slider star sunny swagger switch system tab table textarea theme time-range time tool tree-table tree upload user validCode wechat zip'.split(
    ' ',
  )
