import { read, utils, write } from '@e965/xlsx'
import { isExportRoute } from '@nightflow/api/resource/export-routes'
import { routes } from '@nightflow/api/routes'
import { waitForViews } from '@nightflow/projections/projector/checkpoint'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { type Language, languages } from '@nightflow/schemas/shared/language'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

/** Spreadsheets of clients that bring no words of their own. */

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('import_heads')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
  const post = async (url: string, payload: object) =>
    expect((await running.ask('north', { method: 'POST', url, payload })).statusCode, url).toBeLessThan(300)
  await post('/api/v1/meters', {
    meters: [{ number: '90017', name: 'Corner', address: '8 Mill Lane', caliberMillimetres: 15, hasValve: true }],
  })
  await post('/prod-api/business/customer', { accountNo: 'I-1', customerName: 'Li Na', telephone: '13800138000', address: '8 Mill Lane' })
  await post('/prod-api/system/region', { regionName: 'Old town', parentId: 0 })
  await post('/prod-api/business/meterType', { meterTypeName: 'Ultrasonic DN15' })
  await waitForViews(running.pool, await running.log.head(), 30_000)
})
afterAll(() => running.stop())

type Cells = string[][]
const fileFrom = async (path: string, language: Language, tenant = 'north'): Promise<Buffer> => {
  const answer = await running.ask(tenant, { method: 'POST', url: `/prod-api/${path}`, payload: {}, headers: { language } })
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 200)}`).toBe(200)
  return answer.rawPayload
}
const rowsOf = (bytes: Buffer): Cells => {
  const { SheetNames, Sheets } = read(bytes)
  return utils.sheet_to_json<string[]>(Sheets[SheetNames[0]!]!, { header: 1, raw: false, defval: '' })
}
const bookOf = (rows: readonly (readonly unknown[])[]): Buffer => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
}
const sendTo = async (tenant: string, path: string, bytes: Buffer, language: Language, more: Record<string, string> = {}) => {
  const form = multipartOf('file', bytes, { fileName: 'rows.xlsx', fields: { mode: 'all', ...more } })
  const answer = await running.ask(tenant, {
    method: 'POST',
    url: `/prod-api/${path}/importData`,
    payload: form.payload,
    headers: { ...form.headers, language },
  })
  expect(answer.json().code, answer.body.slice(0, 400)).toBe(200)
  return answer.json().data as ImportOutcome
}

const imports = ['system/user', 'system/region', 'business/customerType', 'business/meterType', 'business/meter', 'business/customer']
const programWord = /^[a-z]+([A-Z][a-z]*)+$/

describe.each(languages)('a client without words, in %s', (language) => {
  test.each(imports)('the template of %s had the names of fields; its heads are the reader’s, and all are known again', async (path) => {
    const [head = []] = rowsOf(await fileFrom(`${path}/importTemplate`, language))
    expect(head.length).toBeGreaterThan(1)
    expect(head.filter((text) => programWord.test(text))).toEqual([])
    const outcome = await sendTo('north', path, bookOf([head, head.map(() => '')]), language, { mode: 'preview' })
    expect(outcome.ignoredHeads).toEqual([])
  })

  test('no spreadsheet has the name of a field as a head', async () => {
    const exported = Object.values(routes)
      .flat()
      .filter((route) => isExportRoute(route) && route.endpoint.path.endsWith('/export') && route.endpoint.path.startsWith('/prod-api'))
    expect(exported.length).toBeGreaterThan(40)
    for (const { endpoint } of exported.filter(({ endpoint: { path } }) => !path.includes('/tenant/'))) {
      const [head = []] = rowsOf(await fileFrom(endpoint.path.replace('/prod-api/', ''), language))
      expect(
        head.filter((text) => programWord.test(text)),
        endpoint.path,
      ).toEqual([])
    }
  })

  test('a spreadsheet of staff is imported again without change', async () => {
    const bytes = await fileFrom('system/user/export', language)
    const before = await running.pool.query(`select * from platform.users where tenant = 'north' order by user_id`)
    const outcome = await sendTo('north', 'system/user', bytes, language, { mode: 'preview', updateSupport: 'true' })
    const own = rowsOf(bytes).findIndex((row) => row.includes('admin'))
    expect(outcome.problems.filter(({ row }) => row !== own + 1)).toEqual([])
    const after = await running.pool.query(`select * from platform.users where tenant = 'north' order by user_id`)
    expect(after.rows).toEqual(before.rows)
  })

  test('a spreadsheet of customer types of one utility is that of another one', async () => {
    const customerTypeName = `Bakery ${language}`
    await office.call({ method: 'POST', url: '/prod-api/business/customerType', payload: { customerTypeName, status: '1' }, token })
    const rows = rowsOf(await fileFrom('business/customerType/export', language))
    const picked = [rows[0]!, rows.find((row) => row.includes(customerTypeName))!]
    expect(await sendTo('south', 'business/customerType', bookOf(picked), language)).toMatchObject({ imported: 1, problems: [] })
    const [again] = rowsOf(await fileFrom('business/customerType/export', language, 'south')).filter((row) =>
      row.includes(customerTypeName),
    )
    const [typed = []] = rowsOf(await fileFrom('business/customerType/importTemplate', language))
    for (const name of typed) expect(again![rows[0]!.indexOf(name)], name).toBe(picked[1]![rows[0]!.indexOf(name)])
  })

  test.each(['business/meter', 'business/customer', 'system/region', 'business/meterType'])(
    'a spreadsheet of %s of one utility is read by another one without change',
    async (path) => {
      const bytes = await fileFrom(`${path}/export`, language)
      expect(rowsOf(bytes).length).toBeGreaterThan(1)
      const outcome = await sendTo('south', path, bytes, language, { mode: 'preview' })
      expect(outcome).toMatchObject({ good: rowsOf(bytes).length - 1, problems: [] })
    },
  )

  test('heads of any language, with other capitals and blanks, are known; another one is named', async () => {
    const [template = []] = rowsOf(await fileFrom('business/customerType/importTemplate', language))
    const head = [...template.map((text) => `  ${text.toUpperCase()} `), 'Colour of the door']
    const row = head.map((_, at) => (at === 0 ? `Café ${language}` : ''))
    const reader = languages[(languages.indexOf(language) + 1) % languages.length]!
    const outcome = await sendTo('north', 'business/customerType', bookOf([head, row]), reader)
    expect(outcome).toMatchObject({ imported: 1, problems: [], ignoredHeads: ['Colour of the door'] })
  })
})

test('the heads of RuoYi were unknown', async () => {
  const head = ['部门编号', '登录名称', '用户名称', '用户邮箱', '手机号码', '用户性别', '帐号状态']
  const row = ['', 'zhang_ruoyi', '张三', 'zhang@example.org', '', '男', '正常']
  for (const language of languages) {
    const outcome = await sendTo('north', 'system/user', bookOf([head, row]), language, { mode: 'preview' })
    expect(outcome).toMatchObject({ good: 1, problems: [], ignoredHeads: [] })
  }
  expect(await sendTo('north', 'system/user', bookOf([head, row]), 'zh-CN')).toMatchObject({ imported: 1 })
  const { rows } = await running.pool.query(`select nick_name, email, sex, status from platform.users where username = 'zhang_ruoyi'`)
  expect(rows).toEqual([{ nick_name: '张三', email: 'zhang@example.org', sex: '0', status: '0' }])
})
