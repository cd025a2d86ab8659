import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../../support/database/postgres.ts'
import {
  runNightflow,
  runNightflowWith,
  type ServerProcess,
  startRoleProcess,
  temporaryStateFolder,
} from '../../support/process/server-process.ts'

let database: FreshDatabase
let folder: Awaited<ReturnType<typeof temporaryStateFolder>>
let api: ServerProcess

const where = () => ['--state-folder', folder.path, '--database-url', database.connectionString]
const nightflow = (...parameters: string[]) => runNightflow(...where(), ...parameters)
const signIn = async (username: string, password: string): Promise<number> =>
  (
    await fetch(`${api.baseUrl}/api/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenant: 'north', username, password }),
    })
  ).status
const mustChange = async (username: string): Promise<boolean | undefined> =>
  (
    await database.pool.query(`select must_change_password as must from platform.users where tenant = 'north' and username = $1`, [
      username,
    ])
  ).rows[0]?.must

beforeAll(async () => {
  database = await freshDatabase('first-utility')
  folder = await temporaryStateFolder()
  api = await startRoleProcess('api', { stateFolder: folder.path, databaseUrl: database.connectionString })
})
afterAll(async () => {
  await api?.end('SIGKILL')
  await database?.drop()
  await folder?.remove()
})

describe('a service that begins empty', () => {
  test('says how to make the first utility, and makes it once', async () => {
    const nobody = await nightflow('token', '--tenant', 'north')
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('nightflow create-tenant') })
    const create = () => nightflow('create-tenant', 'north', '--name', 'Waterworks North', '--timezone', 'Europe/Rome')
    expect(await create()).toMatchObject({ code: 0, stdout: '' })
    const { rows } = await database.pool.query(`select code, name, time_zone from platform.tenants where code = 'north'`)
    expect(rows).toEqual([{ code: 'north', name: 'Waterworks North', time_zone: 'Europe/Rome' }])
    expect(await create()).toMatchObject({ code: 1, stderr: expect.stringContaining('a tenant "north" already') })
  })

  test('refuses a utility that could not be', async () => {
    for (const [code, name, zone, why] of [
      ['North', 'N', 'Europe/Rome', 'Lower-case letters'],
      ['south', ' ', 'Europe/Rome', 'a name'],
      ['south', 'S', 'Europe/Atlantis', 'IANA time zone such as'],
    ] as const)
      expect(await nightflow('create-tenant', code, '--name', name, '--timezone', zone)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(why),
      })
  })

  test('makes its first user with a password that is shown once and has to be changed', async () => {
    const created = await nightflow('create-user', 'maria', '--tenant', 'north', '--role', 'admin')
    expect(created.code, created.stderr).toBe(0)
    const password = created.stdout.trim()
    expect(created.stdout).toMatch(/^[0-9A-Za-z]{12}\n$/)
    expect(created.stderr).not.toContain(password)
    expect(await signIn('maria', password)).toBe(200)
    expect(await mustChange('maria')).toBe(true)
    const again = await nightflow('create-user', 'Maria', '--tenant', 'north', '--role', 'analyst')
    expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('there is a user "Maria"') })
    expect(await signIn('maria', password)).toBe(200)
  })

  test('makes operators for the platform alone', async () => {
    const operator = (tenant: string) => nightflow('create-user', 'olga', '--tenant', tenant, '--role', 'operator')
    expect(await operator('north')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('belong to the tenant "platform"'),
    })
    expect(await operator('platform')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\w{12}\n$/) })
  })

  test('takes a password from standard input and repeats it nowhere', async () => {
    const typed = 'Riverbank-7\n'
    const created = await runNightflowWith(
      { typed },
      ...where(),
      ...['create-user', 'anil', '--tenant', 'north', '--role', 'analyst', '--password-stdin'],
    )
    expect(created).toMatchObject({ code: 0, stdout: '' })
    expect(created.stderr).not.toContain('Riverbank')
    expect(await signIn('anil', 'Riverbank-7')).toBe(200)
    expect(await mustChange('anil')).toBe(true)
    const weak = await runNightflowWith(
      { typed: 'short\n' },
      ...where(),
      ...['create-user', 'li', '--tenant', 'north', '--role', 'analyst', '--password-stdin'],
    )
    expect(weak).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('6 to 16 characters') })
    expect(await mustChange('li')).toBeUndefined()
  })

  test('needs no more than the variables of the server, as in a container', async () => {
    const environment = { NIGHTFLOW_DATABASE_URL: database.connectionString, NIGHTFLOW_STATE_FOLDER: folder.path }
    const created = await runNightflowWith({ environment }, 'create-tenant', 'south', '--name', 'South', '--timezone', 'Asia/Shanghai')
    expect(created).toMatchObject({ code: 0 })
    const nobody = await nightflow('create-user', 'x1', '--tenant', 'west', '--role', 'admin')
    expect(nobody).toMatchObject({ code: 1, stderr: 'there is no tenant "west"; known are: north, south.\n' })
  })
})
