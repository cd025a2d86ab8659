import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fullFormSuffix, isFullForm } from '../../support/full-form.ts'
import {
  processesNaming,
  runServerToItsEnd,
  type ServerProcess,
  startServerProcess,
  temporaryStateFolder,
  waitUntil,
} from '../../support/process/server-process.ts'

const bare = ['--no-demo', '--no-web']
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

const newStateFolder = async (closed = false): Promise<string> => {
  const folder = await temporaryStateFolder(closed)
  cleanUps.push(folder.remove)
  return folder.path
}
const start = async (stateFolder: string): Promise<ServerProcess> => {
  const server = await startServerProcess(stateFolder, bare)
  cleanUps.push(() => server.end('SIGKILL'))
  return server
}
const databaseOf = (stateFolder: string): string =>
  (JSON.parse(readFileSync(join(stateFolder, 'server.json'), 'utf8')) as { databaseUrl: string }).databaseUrl
const query = async (connectionString: string, statement: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('one folder, from its first start to its last', () => {
  let folder: string
  let server: ServerProcess
  beforeAll(async () => {
    const made = await temporaryStateFolder()
    folder = made.path
    server = await startServerProcess(folder, bare)
    return async () => {
      await server.end('SIGKILL')
      await made.remove()
    }
  })

  test('its files are readable by their owner alone', () => {
    for (const file of ['postgres.json', 'server.json']) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  })

  test('health reports each part', async () => {
    expect(await (await fetch(`${server.baseUrl}/health/live`)).json()).toEqual({ status: 'live' })
    expect(await (await fetch(`${server.baseUrl}/health/ready`)).json()).toMatchObject({
      status: 'ready',
      database: 'ok',
      projector: { behind: 0 },
      demo: 'none',
    })
  })

  test('two at once on one folder: the second is refused in one sentence', async () => {
    const second = await runServerToItsEnd(['--state-folder', folder, ...bare])
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/Nightflow already runs on .* \(process \d+\)/)
    expect(second.output).not.toContain('    at ')
    expect((await fetch(`${server.baseUrl}/health/live`)).status).toBe(200)
  })

  test('a parent killed outright leaves no PostgreSQL after a few seconds', async () => {
    await query(databaseOf(folder), `insert into platform.tenants (code, name, time_zone) values ('kept', 'Kept Water', 'Europe/Rome')`)
    expect(processesNaming(folder).some((line) => line.includes('bin/postgres'))).toBe(true)
    await server.end('SIGKILL')
    expect(await waitUntil(() => processesNaming(folder).length === 0, 8_000)).toBe(true)
  })

  test('the next start has everything, also after a kill, and uses the port again', async () => {
    const url = databaseOf(folder)
    server = await startServerProcess(folder, bare)
    expect(databaseOf(folder)).toBe(url)
    expect(await query(url, `select name from platform.tenants where code = 'kept'`)).toEqual([{ name: 'Kept Water' }])
  })

  test('Ctrl-C ends it within seconds and leaves no process', async () => {
    expect(processesNaming(folder).some((line) => line.includes('bin/postgres'))).toBe(true)
    const asked = Date.now()
    expect(await server.end('SIGINT')).toBe(0)
    expect(Date.now() - asked).toBeLessThan(10_000)
    expect(await waitUntil(() => processesNaming(folder).length === 0, 8_000)).toBe(true)
    expect(processesNaming(folder)).toEqual([])
  })

  test('a damaged database is one clear sentence with PostgreSQL’s own error', async () => {
    writeFileSync(join(folder, 'postgres', 'global', 'pg_control'), 'not a control file')
    const { code, output } = await runServerToItsEnd(['--state-folder', folder, ...bare])
    expect(code).toBe(1)
    expect(output).toMatch(/PostgreSQL would not start on .*: .+; move the folder away, or start over with --fresh/)
    expect(output).not.toContain('    at ')
  })

  test.skipIf(!isFullForm)(`a folder of another PostgreSQL is one clear sentence${fullFormSuffix}`, async () => {
    writeFileSync(join(folder, 'postgres', 'PG_VERSION'), '15\n')
    const { code, output } = await runServerToItsEnd(['--state-folder', folder, ...bare])
    expect(code).toBe(1)
    expect(output).toMatch(/was made by PostgreSQL 15 and this is PostgreSQL 18/)
  })

  test('--fresh mends a data folder that PostgreSQL cannot use, and SIGTERM ends it as Ctrl-C does', async () => {
    server = await startServerProcess(folder, [...bare, '--fresh'])
    expect(await server.end('SIGTERM')).toBe(0)
  })
})

describe('starting the service', () => {
  test('it runs in a folder that only its owner may enter, as the owner and as root', async () => {
    const folder = await newStateFolder(true)
    const first = await start(folder)
    const data = realpathSync(join(folder, 'postgres'))
    expect(processesNaming(data).length).toBeGreaterThan(0)
    await query(databaseOf(folder), `insert into platform.tenants (code, name, time_zone) values ('kept', 'Kept Water', 'Europe/Rome')`)
    await first.end('SIGKILL')
    expect(await waitUntil(() => processesNaming(data).length === 0, 8_000)).toBe(true)
    await start(folder)
    expect(await query(databaseOf(folder), `select code from platform.tenants where code = 'kept'`)).toEqual([{ code: 'kept' }])
  })

  test('a taken port is one clear sentence', async () => {
    const folder = await newStateFolder()
    const other = createServer()
    const port = await new Promise<number>((done) =>
      other.listen(0, 'localhost', () => {
        const address = other.address()
        done(typeof address === 'object' && address ? address.port : 0)
      }),
    )
    cleanUps.push(() => new Promise((done) => other.close(done)))
    const { code, output } = await runServerToItsEnd(['--state-folder', folder, ...bare, '--port', String(port)])
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([expect.stringContaining(`port ${port} on localhost is taken`)])
    expect(processesNaming(folder)).toEqual([])
  })

  test('a folder of something else is one clear sentence, and stays as it is even with --fresh', async () => {
    const folder = await newStateFolder()
    mkdirSync(join(folder, 'postgres'))
    writeFileSync(join(folder, 'postgres', 'holiday-photo.jpg'), 'x')
    for (const flags of [bare, [...bare, '--fresh']]) {
      const refused = await runServerToItsEnd(['--state-folder', folder, ...flags])
      expect(refused.code).toBe(1)
      expect(refused.output).toContain('is not a PostgreSQL data folder')
      expect(refused.output).not.toContain('    at ')
    }
    expect(readdirSync(join(folder, 'postgres'))).toEqual(['holiday-photo.jpg'])
  })

  test('a database that does not answer is one clear sentence without its password', async () => {
    const folder = await newStateFolder()
    const { code, output } = await runServerToItsEnd([
      '--state-folder',
      folder,
      ...bare,
      '--database-url',
      'postgres://me:geheim@127.0.0.1:1/x',
    ])
    expect(code).toBe(1)
    expect(output).toContain('no PostgreSQL answers there')
    expect(output).not.toContain('geheim')
    expect(output).not.toContain('    at ')
  })
})
