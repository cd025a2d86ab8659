import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { passwordOfAll } from '../two-utilities.ts'
import { answerChallenge, type Enveloped } from './back-office.ts'
import { api, preparing, type World } from './preparing-calls.ts'

export type Call = { url: string; payload?: object; by?: string | null; multipart?: { field: string } }
export type Row = { row: string; call: () => Promise<Call>; also?: (answer: Enveloped) => void | Promise<void> }

const plain =
  (url: string, more: Omit<Call, 'url'> = {}) =>
  async (): Promise<Call> => ({ url, ...more })
const hasData = ({ data }: Enveloped): void => expect(data).toBeDefined()

/** The table of calls, row by row: method and path as it writes them, and how such a call is made. */
export const tableOfCalls = (world: World): Row[] => {
  const { idOf, alarmId, userIdOf, made, fresh, parameter, entry, aUser, sent } = preparing(world)
  return [
    {
      row: 'POST /auth/login',
      call: async () => {
        const captcha = (await world.office.call({ url: api('/auth/code') })) as Enveloped & { uuid: string }
        await answerChallenge(world.running.pool, captcha.uuid, '7')
        const password = await world.office.seal(passwordOfAll)
        return {
          url: '/auth/login',
          by: null,
          payload: { areaCode: '86', username: 'analyst', password, rememberMe: true, code: '7', uuid: captcha.uuid },
        }
      },
      also: hasData,
    },
    { row: 'POST /auth/refresh', call: plain('/auth/refresh'), also: ({ data }) => expect(data).toBeGreaterThan(0) },
    { row: 'DELETE /auth/logout', call: async () => ({ url: '/auth/logout', by: (await fresh()).token }) },
    { row: 'GET /auth/code', call: plain('/auth/code', { by: null }), also: ({ img }) => expect(img).toMatch(/^iVBOR/) },
    {
      row: 'POST /system/msg/send',
      call: async () => {
        const captcha = (await world.office.call({ url: api('/auth/code') })) as Enveloped & { uuid: string }
        await answerChallenge(world.running.pool, captcha.uuid, '7')
        return { url: '/system/msg/send', by: null, payload: { areaCode: '86', phonenumber: '13900000001', uuid: captcha.uuid, code: '7' } }
      },
      also: hasData,
    },
    {
      row: 'POST /system/msg/check',
      call: async () => ({
        url: '/system/msg/check',
        by: null,
        payload: { uuid: await sent('register', { areaCode: '86', phonenumber: '13900000002' }), code: '123456' },
      }),
    },
    {
      row: 'GET /system/user/getInfo',
      call: plain('/system/user/getInfo'),
      also: (answer) =>
        expect(answer).toMatchObject({ user: { userName: 'admin' }, tenant: { code: 'north' }, roles: ['admin'], permissions: ['*:*:*'] }),
    },
    {
      row: 'GET /system/user/getTenant',
      call: plain('/system/user/getTenant'),
      also: ({ data }) => expect(data).toMatchObject({ logoUrl: '', tenantName: 'Waterworks north' }),
    },
    {
      row: 'GET /system/menu/getRouters',
      call: plain('/system/menu/getRouters'),
      also: ({ data }) => expect((data as unknown[]).length).toBeGreaterThan(3),
    },
    {
      row: 'GET /system/config/list',
      call: plain('/system/config/list?pageNum=1&pageSize=10&configName=&configKey=sys'),
      also: ({ total }) => expect(total).toBeGreaterThan(0),
    },
    {
      row: 'GET /system/config/{id}',
      call: async () => ({ url: `/system/config/${await made('/system/config', parameter(), 'configId')}` }),
      also: hasData,
    },
    {
      row: 'GET /system/config/configKey/{key}',
      call: plain('/system/config/configKey/sys.account.captchaEnabled'),
      also: (answer) => expect(answer).toMatchObject({ msg: 'true', data: 'true' }),
    },
    { row: 'POST /system/config', call: async () => ({ url: '/system/config', payload: parameter() }), also: hasData },
    {
      row: 'PUT /system/config',
      call: async () => {
        const values = parameter()
        const configId = await made('/system/config', values, 'configId')
        return { url: '/system/config', payload: { ...values, configId, configValue: '2' } }
      },
    },
    {
      row: 'DELETE /system/config/{id}',
      call: async () => ({ url: `/system/config/${await made('/system/config', parameter(), 'configId')}` }),
    },
    { row: 'DELETE /system/config/clearCache', call: plain('/system/config/clearCache') },
    {
      row: 'GET /system/dict/data/list',
      call: plain('/system/dict/data/list?pageNum=1&pageSize=10&dictType=alarm_status'),
      also: ({ total }) => expect(total).toBeGreaterThan(0),
    },
    {
      row: 'GET /system/dict/data/{id}',
      call: async () => ({ url: `/system/dict/data/${await idOf('select min(dict_code) from platform.dictionary_data')}` }),
      also: hasData,
    },
    {
      row: 'GET /system/dict/data/type/{type}',
      call: plain('/system/dict/data/type/alarm_status'),
      also: ({ data }) => expect((data as object[])[0]).toMatchObject({ dictValue: expect.any(String), dictLabel: expect.any(String) }),
    },
    {
      row: 'POST /system/dict/data',
      call: async () => ({ url: '/system/dict/data', payload: entry(), by: world.operator }),
      also: hasData,
    },
    {
      row: 'PUT /system/dict/data',
      call: async () => {
        const values = entry()
        return {
          url: '/system/dict/data',
          by: world.operator,
          payload: { ...values, dictCode: await made('/system/dict/data', values, 'dictCode', world.operator), dictLabel: 'Else' },
        }
      },
    },
    {
      row: 'DELETE /system/dict/data/{id}',
      call: async () => {
        const ids = [
          await made('/system/dict/data', entry(), 'dictCode', world.operator),
          await made('/system/dict/data', entry(), 'dictCode', world.operator),
        ]
        return { url: `/system/dict/data/${ids.join(',')}`, by: world.operator }
      },
    },
    { row: 'GET /business/dashboard/topData', call: plain('/business/dashboard/topData'), also: hasData },
    {
      row: 'POST /business/dashboard/statisticsUsedTotalData',
      call: plain('/business/dashboard/statisticsUsedTotalData', { payload: { days: 7 } }),
      also: hasData,
    },
    { row: 'GET /business/dashboard/statisticsBillData', call: plain('/business/dashboard/statisticsBillData'), also: hasData },
    {
      row: 'GET /business/dashboard/statisticsCommunicationData',
      call: plain('/business/dashboard/statisticsCommunicationData'),
      also: hasData,
    },
    { row: 'GET /business/dashboard/statisticsAlarmData', call: plain('/business/dashboard/statisticsAlarmData'), also: hasData },
    { row: 'PUT /system/user/updateLanguage', call: plain('/system/user/updateLanguage', { payload: { language: 'fr' } }) },
    { row: 'POST /file/uploadImg', call: plain('/file/uploadImg', { multipart: { field: 'file' } }), also: hasData },
    {
      row: 'POST /system/user/list',
      call: plain('/system/user/list', { payload: { pageNum: 1, pageSize: 2, userName: 'a' } }),
      also: ({ total }) => expect(total).toBeGreaterThan(0),
    },
    {
      row: 'GET /system/user/{id}',
      call: async () => ({ url: `/system/user/${await userIdOf('clerk')}` }),
      also: ({ data }) => expect(data).toMatchObject({ userName: 'clerk' }),
    },
    { row: 'POST /system/user', call: async () => ({ url: '/system/user', payload: aUser() }), also: hasData },
    {
      row: 'PUT /system/user',
      call: async () => {
        const values = aUser()
        return {
          url: '/system/user',
          payload: { ...values, userId: await made('/system/user', values, 'userId'), nickName: 'Renamed', email: null },
        }
      },
    },
    { row: 'DELETE /system/user/{id}', call: async () => ({ url: `/system/user/${await made('/system/user', aUser(), 'userId')}` }) },
    {
      row: 'PUT /system/user/resetPwd/{id}',
      call: async () => ({ url: `/system/user/resetPwd/${await made('/system/user', aUser(), 'userId')}` }),
      also: hasData,
    },
    {
      row: 'PUT /system/user/resetPwd',
      call: async () => ({
        url: '/system/user/resetPwd',
        payload: { userId: await made('/system/user', aUser(), 'userId'), password: await world.office.seal('Fountain-8') },
      }),
    },
    {
      row: 'PUT /system/user/forceResetPwd',
      call: async () => {
        const values = aUser()
        const answer = await world.office.call({ method: 'POST', url: api('/system/user'), payload: values, token: world.admin })
        const { userId, initialPassword } = answer.data as { userId: number; initialPassword: string }
        return {
          url: '/system/user/forceResetPwd',
          by: await world.office.logIn(values.userName, initialPassword),
          payload: { userId, password: await world.office.seal('Fountain-8') },
        }
      },
    },
    {
      row: 'PUT /system/user/reset/password',
      call: async () => ({
        url: '/system/user/reset/password',
        by: null,
        payload: {
          uuid: await sent('recover', { email: 'clerk@north.example' }),
          code: '123456',
          password: await world.office.seal('Fountain-8'),
        },
      }),
    },
    {
      row: 'PUT /system/user/changeStatus',
      call: async () => ({ url: '/system/user/changeStatus', payload: { userId: (await fresh()).userId, status: '1' } }),
    },
    {
      row: 'GET /system/user/profile',
      call: plain('/system/user/profile'),
      also: ({ data }) => expect(data).toMatchObject({ userName: 'admin' }),
    },
    {
      row: 'PUT /system/user/profile/updatePwd',
      call: async () => {
        const { userId, token } = await fresh()
        const query = new URLSearchParams({
          userId: String(userId),
          oldPassword: await world.office.seal(passwordOfAll),
          newPassword: await world.office.seal('Fountain-8'),
        })
        return { url: `/system/user/profile/updatePwd?${query}`, by: token }
      },
    },
    {
      row: 'POST /system/user/profile/avatar',
      call: plain('/system/user/profile/avatar', { multipart: { field: 'avatarfile' } }),
      also: ({ imgUrl }) => expect(imgUrl).toMatch(/^\/prod-api\/file\/image\//),
    },
    {
      row: 'GET /system/user/listAll',
      call: plain('/system/user/listAll'),
      also: ({ data }) => expect((data as unknown[]).length).toBeGreaterThan(2),
    },
    {
      row: 'POST /system/user/agentRecharge',
      call: async () => {
        const roleId = await idOf(`select role_id from platform.roles where tenant = 'north' and role_key = 'agent'`)
        const userId = await made('/system/user', { ...aUser(), roleIds: [roleId] }, 'userId')
        return { url: '/system/user/agentRecharge', payload: { rechargeId: randomUUID(), userId, amount: 12.5, purchaseMethod: '1' } }
      },
      also: ({ data }) => expect(data).toMatchObject({ balanceMinor: 1250 }),
    },
    {
      row: 'GET /report/alarm/processed/list',
      call: plain('/report/alarm/processed/list?pageNum=1&pageSize=10'),
      also: ({ total }) => expect(total).toBe(1),
    },
    {
      row: 'GET /report/alarm/processed/{id}',
      call: async () => ({ url: `/report/alarm/processed/${await alarmId()}` }),
      also: ({ data }) => expect(data).toMatchObject({ meterNo: '1001' }),
    },
    {
      row: 'POST /report/alarm/processed/getSelectedAlarmInfo',
      call: async () => ({ url: '/report/alarm/processed/getSelectedAlarmInfo', payload: { alarmProcessedIds: [await alarmId()] } }),
      also: hasData,
    },
    {
      row: 'GET /report/alarm/processed/listNotice',
      call: plain('/report/alarm/processed/listNotice'),
      also: ({ data }) => expect(data).toMatchObject({ allAlarmCount: 1, meterAlarmCount: 1, systemAlarmCount: 0 }),
    },
    {
      row: 'POST /report/alarm/processed/viewNotice',
      call: async () => ({ url: '/report/alarm/processed/viewNotice', payload: { alarmProcessedId: await alarmId() } }),
    },
    {
      row: 'POST /report/alarm/processed/cleanNotice',
      call: plain('/report/alarm/processed/cleanNotice', { payload: { alarmTypes: [0, 1] } }),
    },
    { row: 'PUT /report/alarm/processed/ignore/{id}', call: async () => ({ url: `/report/alarm/processed/ignore/${await alarmId()}` }) },
  ]
}

/** The same calls in other shapes that clients of their kind send. */
export const otherShapes = (world: World): Row[] => {
  const { alarmId, userIdOf } = preparing(world)
  return [
    { row: 'GET /code', call: plain('/code', { by: null }), also: ({ uuid }) => expect(uuid).toBeDefined() },
    {
      row: 'PUT /system/user/updateLanguage',
      call: async () => ({ url: '/system/user/updateLanguage', payload: { language: 'en', userId: String(await userIdOf('admin')) } }),
    },
    {
      row: 'GET /system/user/list',
      call: plain('/system/user/list?pageNum=1&pageSize=10&orderByColumn=userName&isAsc=ascending'),
      also: ({ total }) => expect(total).toBeGreaterThan(0),
    },
    { row: 'GET /system/user', call: plain('/system/user'), also: ({ roles }) => expect(roles).toBeDefined() },
    { row: 'DELETE /system/config/refreshCache', call: plain('/system/config/refreshCache') },
    { row: 'DELETE /system/dict/type/refreshCache', call: plain('/system/dict/type/refreshCache', {}) },
    {
      row: 'POST /report/alarm/processed/viewNotice',
      call: async () => ({ url: '/report/alarm/processed/viewNotice', payload: { alarmProcessedId: String(await alarmId()) } }),
    },
    {
      row: 'POST /report/alarm/processed/cleanNotice',
      call: plain('/report/alarm/processed/cleanNotice', { payload: { alarmTypes: ['1'] } }),
    },
    {
      row: 'GET /system/dict/data/type/{type}',
      call: plain('/system/dict/data/type/nothing_of_the_kind'),
      also: ({ data }) => expect(data).toEqual([]),
    },
  ]
}
