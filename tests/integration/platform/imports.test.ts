import { deflateRawSync } from 'node:zlib'
import { type BookType, read, utils, write } from '@e965/xlsx'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf, type Enveloped } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('office_imports')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  const headers = { authorization: `Bearer ${token}` }
  await running.api.inject({ method: 'POST', url: '/prod-api/system/dept', payload: { deptName: 'Meter readers' }, headers })
})
afterAll(() => running.stop())

const heads = { userName: 'User name', nickName: 'Name', deptId: 'Department', roleIds: 'Roles', phonenumber: 'Telephone', email: 'E-mail' }
const sheetOf = (rows: readonly unknown[][], bookType: BookType = 'xlsx'): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Staff')
  return write(book, { type: 'buffer', bookType, compression: true }) as Buffer
}
type Mode = 'preview' | 'good' | 'all'
const send = (
  bytes: Buffer,
  {
    mode = 'preview',
    to = 'user',
    by = token,
    language = 'en',
    said = heads,
  }: { mode?: Mode; to?: string; by?: string; language?: string; said?: object } = {},
): Promise<Enveloped> =>
  office.call({
    method: 'POST',
    url: `/prod-api/system/${to}/importData`,
    token: by,
    language,
    ...multipartOf('file', bytes, {
      fileName: 'staff.xlsx',
      mediaType: 'application/octet-stream',
      fields: { mode, heads: JSON.stringify(said) },
    }),
  })
const outcomeOf = ({ data, ...rest }: Enveloped): ImportOutcome => {
  expect(rest.code, JSON.stringify(rest)).toBe(200)
  return data as ImportOutcome
}
const post = (url: string, fields: Record<string, string>, by = token) =>
  running.api.inject({
    method: 'POST',
    url: `/prod-api${url}`,
    payload: new URLSearchParams(fields).toString(),
    headers: { authorization: `Bearer ${by}`, 'content-type': 'application/x-www-form-urlencoded' },
  })
const rowsIn = (bytes: Buffer): unknown[][] => utils.sheet_to_json(Object.values(read(bytes).Sheets)[0]!, { header: 1 })
const named = async (like: string): Promise<string[]> =>
  (await running.pool.query(`select username from platform.users where username like $1 order by username`, [like])).rows.map(
    ({ username }) => username,
  )

const head = Object.values(heads)
const good = (name: string) => [name, 'Reader', 'Meter readers', 'analyst, clerk', '', '']

describe('a spreadsheet of staff', () => {
  test('begins as a template in the words of its reader', async () => {
    const answer = await post('/system/user/importTemplate', { heads: JSON.stringify(heads) })
    const [first] = rowsIn(answer.rawPayload)
    expect(first).toEqual(expect.arrayContaining(head))
    expect(answer.headers['content-disposition']).toContain('users-template.xlsx')
  })

  const mixed = [
    head,
    good('imp_a'),
    ['1digit', 'Reader', '', '', '', ''],
    ['imp_b', '', 'Nowhere', 'wizard', '12', 'no e-mail'],
    ['clerk', 'Taken', '', '', '', ''],
    good('imp_a'),
    ['imp_c', 'Reader', '', '', 13912345678, 'c@north.example'],
  ]

  test('is looked at first: what is wrong by row and column, and nothing is written', async () => {
    const outcome = outcomeOf(await send(sheetOf(mixed)))
    expect(outcome).toMatchObject({ total: 6, good: 2, imported: 0, resultFile: null })
    expect(outcome.problems.map(({ row, column, value }) => [row, column, value])).toEqual([
      [3, 'userName', '1digit'],
      [4, 'deptId', 'Nowhere'],
      [4, 'roleIds', 'wizard'],
      [4, 'nickName', ''],
      [4, 'email', 'no e-mail'],
      [4, 'phonenumber', '12'],
      [5, 'userName', 'clerk'],
      [6, 'userName', 'imp_a'],
    ])
    expect(await named('imp%')).toEqual([])
  })

  test('says so in the reader’s language', async () => {
    const { problems } = outcomeOf(await send(sheetOf(mixed), { language: 'fr' }))
    expect(problems.find(({ column }) => column === 'nickName')?.message).toMatch(/Remplissez/)
    expect(problems.find(({ value }) => value === 'clerk')?.message).toMatch(/utilisateur/)
  })

  test('is written whole or not at all where all-or-nothing is chosen', async () => {
    const outcome = outcomeOf(await send(sheetOf(mixed), { mode: 'all' }))
    expect(outcome).toMatchObject({ good: 2, imported: 0, resultFile: expect.any(String) })
    expect(await named('imp%')).toEqual([])
    expect(outcomeOf(await send(sheetOf([head, good('imp_d'), good('imp_e')], 'biff8'), { mode: 'all' }))).toMatchObject({ imported: 2 })
    expect(await named('imp%')).toEqual(['imp_d', 'imp_e'])
  })

  test('gives its good rows, and a file that says what became of each', async () => {
    const { imported, resultFile } = outcomeOf(await send(sheetOf(mixed), { mode: 'good' }))
    expect(imported).toBe(2)
    expect(await named('imp%')).toEqual(['imp_a', 'imp_c', 'imp_d', 'imp_e'])
    const { rows } = await running.pool.query(
      `select d.dept_name, u.phonenumber, u.must_change_password, u.user_type, array(select r.role_key from platform.user_roles h join platform.roles r using (tenant, role_id)
         where h.user_id = u.user_id order by 1) as roles
       from platform.users u left join platform.departments d using (dept_id) where u.username in ('imp_a', 'imp_c') order by username`,
    )
    expect(rows).toEqual([
      { dept_name: 'Meter readers', phonenumber: null, must_change_password: true, user_type: '01', roles: ['analyst', 'clerk'] },
      { dept_name: null, phonenumber: '13912345678', must_change_password: true, user_type: '01', roles: [] },
    ])
    const answer = await post('/common/download', { fileName: resultFile!, delete: 'true' })
    const results = rowsIn(answer.rawPayload).map((row) => row.at(-1))
    const passwords = rowsIn(answer.rawPayload).map((row) => row.at(-2))
    expect([passwords[0], new Set([passwords[1], passwords[6]]).size]).toEqual(['Initial password', 2])
    await office.logIn('imp_a', String(passwords[1]))
    await office.logIn('imp_c', String(passwords[6]))
    expect((await office.tryLogIn('imp_a', String(passwords[6]))).reason).toBe('sign-in-refused')
    expect(results.slice(0, 2)).toEqual(['Result', 'Imported'])
    expect(results[2]).toMatch(/^Not imported; User name: /)
    expect((await post('/common/download', { fileName: resultFile! })).json().code).toBe(404)
  })

  test('is downloaded by its sender only, and no name leads to another file', async () => {
    const { resultFile } = outcomeOf(await send(sheetOf([head, good('imp_f')]), { mode: 'all' }))
    for (const by of ['clerk', 'south_admin', 'operator']) {
      const answer = await post('/common/download', { fileName: resultFile! }, await office.logIn(by))
      expect(answer.json()).toMatchObject({ code: 404 })
    }
    const names = [
      '../../etc/passwd',
      '..%2f..%2fetc%2fpasswd',
      '/etc/passwd',
      `../${resultFile}`,
      `${resultFile}/..`,
      'C:\\boot.ini',
      'x.xlsx\0.png',
      `${resultFile} `,
    ]
    for (const fileName of names) expect((await post('/common/download', { fileName })).json().code, fileName).not.toBe(200)
    const url = `/prod-api/common/download?fileName=${resultFile}&delete=true`
    const headers = { authorization: `Bearer ${token}` }
    expect((await running.api.inject({ url, headers })).headers['content-type']).toContain('spreadsheet')
    expect((await running.api.inject({ url, headers })).json().code).toBe(404)
  })

  test('grants no more than its sender has, and needs its permission', async () => {
    const role = { roleName: 'Importers', roleKey: 'importers', dataScope: '1', menuIds: [] }
    expect((await office.call({ method: 'POST', url: '/prod-api/system/role', payload: role, token })).code).toBe(200)
    const clerk = await office.logIn('clerk')
    expect((await send(sheetOf([head, good('imp_x')]), { by: clerk })).code).toBe(403)
  })
})

describe('names of accounts of other tenants', () => {
  const sheet = (count: number, own: string) =>
    sheetOf([head, ...Array.from({ length: count }, (_, nth) => good(`south_known_${nth}`)), good(own)])
  beforeAll(() =>
    running.pool.query(
      `insert into platform.users (tenant, username, password_hash) select 'south', 'south_known_' || n, 'x' from generate_series(0, 39) as n`,
    ),
  )

  test('are not disclosed by a preview, which reports its own', async () => {
    expect(outcomeOf(await send(sheet(3, 'clerk')))).toMatchObject({ problems: [{ value: 'clerk' }] })
  })

  test('are disclosed few a day by an import', async () => {
    expect(outcomeOf(await send(sheet(5, 'clerk'), { mode: 'all' })).problems.length).toBe(6)
    expect((await send(sheet(30, 'clerk'), { mode: 'all' })).reason).toBe('too-fast')
    expect((await send(sheet(1, 'clerk'), { mode: 'all' })).reason).toBe('too-fast')
    expect(outcomeOf(await send(sheetOf([head, good('imp_last')]), { mode: 'all' })).imported).toBe(1)
  })
})

describe('a spreadsheet of regions', () => {
  const said = { regionName: 'Region', parentId: 'Above' }
  test('puts rows below earlier rows of the sheet, by name', async () => {
    const rows = [['Region', 'Above'], ['Valley'], ['Valley north', 'Valley'], ['Lost', 'Atlantis'], ['Valley north', 'Valley']]
    const outcome = outcomeOf(await send(sheetOf(rows), { to: 'region', said, mode: 'good' }))
    expect(outcome).toMatchObject({ total: 4, imported: 2 })
    expect(outcome.problems.map(({ row, column }) => [row, column])).toEqual([
      [4, 'parentId'],
      [5, 'regionName'],
    ])
    const { rows: kept } = await running.pool.query(
      `select r.region_name, p.region_name as above, r.tenant from platform.regions r left join platform.regions p on p.region_id = r.parent_id order by 1`,
    )
    expect(kept).toEqual([
      { region_name: 'Valley', above: null, tenant: 'north' },
      { region_name: 'Valley north', above: 'Valley', tenant: 'north' },
    ])
  })
})

/** A packed file with one entry, which unpacks to more than its directory says. */
const bombOf = (megabytes: number): Buffer => {
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 })
  const name = Buffer.from('xl/sharedStrings.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(100, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, central, name, end])
}

describe('a file that is no readable spreadsheet', () => {
  test.each([
    ['words and commas', () => Buffer.from('User name,Name\nx,y\n'), 'unsupported-media-type'],
    ['a page with a table', () => Buffer.from('<table><tr><td>User name</td></tr></table>'), 'unsupported-media-type'],
    ['nothing known in its head', () => sheetOf([['Colour'], ['red']]), 'spreadsheet-heads-unknown'],
    ['an empty sheet', () => sheetOf([[]]), 'spreadsheet-heads-unknown'],
    ['a packed file of something else', () => bombOf(1), 'spreadsheet-unreadable'],
    ['a document of the open kind', () => sheetOf([head, good('x')], 'ods'), 'spreadsheet-unreadable'],
    ['a binary workbook', () => sheetOf([head, good('x')], 'xlsb'), 'spreadsheet-unreadable'],
    ['a workbook cut off', () => sheetOf([head, good('x')]).subarray(0, -60), 'spreadsheet-unreadable'],
    ['an old workbook cut off', () => sheetOf([head, good('x')], 'biff8').subarray(0, 700), 'spreadsheet-unreadable'],
    ['a packed file that unpacks to a hundred times its size', () => bombOf(200), 'too-large'],
    ['more rows than are read at once', () => sheetOf([head, ...Array.from({ length: 5001 }, (_, nth) => [`r${nth}`, 'x'])]), 'too-large'],
  ])('is refused with a reason: %s', async (_, bytes, reason) => {
    const start = performance.now()
    expect(await send(bytes())).toMatchObject({ code: 500, reason })
    expect(performance.now() - start).toBeLessThan(15_000)
  })

  test('does not hold up others: what takes a parser long is read beside them', async () => {
    const slow = send(sheetOf([head, ...Array.from({ length: 4000 }, (_, nth) => [`1slow${nth}`, `${'<'.repeat(400)}${nth}`])]))
    let answered = 0
    const others = (async () => {
      for (let nth = 0; nth < 20; nth++) {
        const start = performance.now()
        await office.call({ url: '/prod-api/auth/publicKey', from: `192.0.2.${nth + 10}` })
        if (performance.now() - start < 1000) answered += 1
      }
    })()
    await others
    expect(answered).toBeGreaterThan(15)
    const outcome = outcomeOf(await slow)
    expect(outcome).toMatchObject({ total: 4000, good: 0 })
    expect(outcome.problems).toHaveLength(500)
  })

  test('a text that looks like a formula or a page stays text in imports and exports', async () => {
    const evil = ['=HYPERLINK("http://x.example","y")', '<img src=x onerror=alert(1)>', "'; drop table platform.users; --"]
    const rows = evil.map((text, nth) => [`evil_${nth}`, text.slice(0, 20), '', '', '', ''])
    const { resultFile, imported } = outcomeOf(await send(sheetOf([head, ...rows]), { mode: 'all' }))
    expect(imported).toBe(3)
    const answer = await post('/common/download', { fileName: resultFile! })
    const sheet = Object.values(read(answer.rawPayload, { cellFormula: true }).Sheets)[0]!
    const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
    expect(cells.filter(([, cell]) => (cell as { f?: string }).f !== undefined)).toEqual([])
    expect(cells.map(([, cell]) => (cell as { v: unknown }).v)).toEqual(expect.arrayContaining(evil.map((text) => text.slice(0, 20))))
  })
})
