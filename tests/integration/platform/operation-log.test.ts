import { OperationRows } from '@nightflow/platform/operations/operation-rows'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
beforeAll(async () => {
  running = await startApi('operation_log')
  await running.pool.query(`
    create table public.refused_operations (pattern text);
    create function public.refuse_row() returns trigger language plpgsql as $$
    begin
      if exists (select from public.refused_operations where new.operation like pattern) then raise exception 'no room for this row'; end if;
      return new;
    end $$;
    grant select on public.refused_operations to public;
    create trigger refuse_row before insert on platform.operation_log for each row execute function public.refuse_row()`)
})
afterAll(() => running.stop())
afterEach(() => running.pool.query('truncate public.refused_operations'))

const refuseRowsOf = (pattern: string) => running.pool.query('insert into public.refused_operations values ($1)', [pattern])
const soleValue = async (sql: string): Promise<unknown> => Object.values((await running.pool.query(sql)).rows[0] as object)[0]
const send = (method: InjectOptions['method'] & string, url: string, payload?: object) =>
  running.ask('north', { method: method as 'POST', url, ...(payload && { payload }) })
const operationsOf = async (actor: string) =>
  (await running.pool.query('select operation, outcome, after from platform.operation_log where actor = $1 order by id', [actor])).rows

describe('a change whose row in the operation log cannot be written is not made', () => {
  test.each([
    [
      'a notice',
      () => send('POST', '/prod-api/system/notice', { noticeTitle: 'Flushing', noticeType: '1', noticeContent: '', status: '0' }),
      `select count(*)::int from platform.notices where tenant = 'north'`,
    ],
    [
      'a gateway',
      () => send('POST', '/api/v1/gateways', { name: 'hill' }),
      `select count(*)::int from platform.gateways where tenant = 'north'`,
    ],
    [
      'a user, whose row and roles are written one after the other',
      async () => {
        const roleIds = [await soleValue(`select role_id::int from platform.roles where tenant = 'north' and role_key = 'clerk'`)]
        return send('POST', '/prod-api/system/user', { userName: 'untraced', nickName: 'U', deptId: null, roleIds, status: '0', sex: '2' })
      },
      `select (select count(*) from platform.users)::int + (select count(*) from platform.user_roles)::int`,
    ],
    [
      'a user out of use, with the end of their sessions',
      async () =>
        send('PUT', '/prod-api/system/user/changeStatus', {
          userId: await soleValue(`select user_id::int from platform.users where username = 'clerk'`),
          status: '1',
        }),
      `select status from platform.users where username = 'clerk'`,
    ],
    ['meters', () => send('POST', '/api/v1/meters', { meters: [{ number: 'untraced' }] }), 'select count(*)::int from log.events'],
    [
      'a cascade',
      () => send('POST', '/api/v1/partitions', { partitionId: 'untraced', name: 'Untraced', timeZone: 'Europe/Rome' }),
      'select count(*)::int from log.events',
    ],
  ])('%s', async (_, change, question) => {
    const before = await soleValue(question)
    await refuseRowsOf('%')
    const answer = await change()
    expect(answer.json()).not.toMatchObject({ code: 200 })
    expect(answer.body).toContain('internal-error')
    expect(await soleValue(question)).toEqual(before)
    await running.pool.query('truncate public.refused_operations')
    expect((await change()).body).not.toContain('internal-error')
    expect(await soleValue(question)).not.toEqual(before)
  })
})

test('a refused command leaves its row and changes nothing', async () => {
  await send('POST', '/api/v1/gateways', { name: 'taken' })
  expect((await send('POST', '/api/v1/gateways', { name: 'taken' })).statusCode).toBe(409)
  expect(
    (await operationsOf('user:admin')).filter(({ operation }) => operation === 'POST /api/v1/gateways').map(({ outcome }) => outcome),
  ).toContain('gateway-name-taken')
})

describe('calls that a role does not permit', () => {
  const askAs = (username: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    running.api.inject({ method, url, headers: { authorization: `Bearer ${running.tokenOf('north', 'clerk', username)}` }, payload: {} })

  test('are rows of the operation log', async () => {
    await askAs('curious', '/prod-api/system/role', 'POST')
    await askAs('curious', '/prod-api/system/role/list')
    expect(await operationsOf('user:curious')).toMatchObject([
      { operation: 'POST /prod-api/system/role', outcome: 'permission-missing' },
      { operation: 'GET /prod-api/system/role/list', outcome: 'permission-missing' },
    ])
  })

  test('are counted instead of written where one caller repeats them', async () => {
    for (let nth = 0; nth < 200; nth += 1) await askAs('stubborn', '/prod-api/system/role/list')
    expect(await operationsOf('user:stubborn')).toHaveLength(1)
  })
})

test('of rows that are written together one that is refused fails alone, and a proof leaves none', async () => {
  await refuseRowsOf('POST /refused%')
  const rows = new OperationRows(running.servicePool)
  const of = (tenant: string, path: string) => ({
    ...{ tenant, actor: 'user:together', operation: `POST ${path}`, subject: {}, outcome: 'accepted', address: '127.0.0.1' },
  })
  const operations = [of('north', '/one'), of('north', '/refused'), of('south', '/two'), of('north', '/three')]
  const proved = await Promise.allSettled(operations.map(rows.prove))
  expect(proved.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await operationsOf('user:together')).toEqual([])
  const written = await Promise.allSettled(operations.map(rows.record))
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const kept = (await operationsOf('user:together')).map(({ operation }: { operation: string }) => operation)
  expect(kept.toSorted()).toEqual(['POST /one', 'POST /three', 'POST /two'])
})
