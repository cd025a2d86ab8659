import { read, utils, write } from '@e965/xlsx'
import { headOf, headsIn } from '@nightflow/api/resource/field-words'
import { builtInRoles } from '@nightflow/schemas/platform/built-in-roles'
import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import { formatTexts } from '@nightflow/schemas/shared/format-texts'
import type { ImportOutcome } from '@nightflow/schemas/shared/import'
import { type Language, languages } from '@nightflow/schemas/shared/language'
import { rejectionTexts } from '@nightflow/schemas/shared/rejection-texts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BackOffice, backOfficeOf } from '../../support/api/back-office.ts'
import { multipartOf } from '../../support/api/pictures.ts'
import { type RunningApi, startApi } from '../../support/api/running-api.ts'

let running: RunningApi
let office: BackOffice
let token: string
beforeAll(async () => {
  running = await startApi('office_import_words')
  office = backOfficeOf(running)
  token = await office.logIn('admin')
})
afterAll(() => running.stop())

const fields = ['userName', 'nickName', 'sex', 'status', 'language', 'roleIds']
const labelOf = (dictType: string, value: string, language: Language): string =>
  defaultDictionaries.find((dictionary) => dictionary.dictType === dictType)!.entries.find((entry) => entry.value === value)!.labels[
    language
  ]
const other = (language: Language): Language => languages[(languages.indexOf(language) + 1) % languages.length]!

const send = async (rows: readonly string[][], language: Language, to = 'user', head = fields): Promise<ImportOutcome> => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows]), 'Sheet1')
  const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const form = multipartOf('file', bytes, { fileName: 'rows.xlsx', fields: { mode: 'good' } })
  const answer = await office.call({ method: 'POST', url: `/prod-api/system/${to}/importData`, token, language, ...form })
  expect(answer.code, JSON.stringify(answer)).toBe(200)
  return answer.data as ImportOutcome
}
const sheetsFrom = async (url: string, language: Language): Promise<Record<string, string[][]>> => {
  const headers = { authorization: `Bearer ${token}`, language }
  const { rawPayload } = await running.api.inject({ method: 'POST', url: `/prod-api/system/${url}`, payload: {}, headers })
  const { SheetNames, Sheets } = read(rawPayload)
  return Object.fromEntries(SheetNames.map((name) => [name, utils.sheet_to_json<string[]>(Sheets[name]!, { header: 1 })]))
}
const keptOf = async (name: string) => {
  const { rows } = await running.pool.query(
    `select sex, status, language, array(select role_key from platform.user_roles h join platform.roles r using (tenant, role_id)
       where h.user_id = u.user_id) as roles from platform.users u where username = $1`,
    [name],
  )
  return rows[0]
}

describe.each(languages)('a reader of %s', (language) => {
  const name = `words_${language.slice(0, 2)}`
  const wordsIn = (said: Language) => [labelOf('sys_user_sex', '1', said), labelOf('sys_normal_disable', '1', said)]
  const kept = { sex: '1', status: '1', language: 'fr', roles: ['analyst'] }

  test('writes into cells what they call it', async () => {
    const role = builtInRoles.analyst.name[language]
    const french = new Intl.DisplayNames([language], { type: 'language' }).of('fr')!
    expect(await send([[name, 'N', ...wordsIn(language), french, role]], language)).toMatchObject({ imported: 1, problems: [] })
    expect(await keptOf(name)).toEqual(kept)
  })

  test('writes what others call it, the codes, or languages by their own names', async () => {
    const role = builtInRoles.analyst.name[other(language)]
    const rows = [
      [`${name}_other`, 'N', ...wordsIn(other(language)), 'Français', role],
      [`${name}_codes`, 'N', '1', '1', 'fr', 'analyst'],
    ]
    expect(await send(rows, language)).toMatchObject({ imported: 2, problems: [] })
    expect(await keptOf(`${name}_other`)).toEqual(kept)
    expect(await keptOf(`${name}_codes`)).toEqual(kept)
  })

  test('reads what is wrong without a word of a programme', async () => {
    const { problems } = await send([['9bad', '', 'unheard', '', '', '']], language)
    const choices = ['0', '1', '2'].map((value) => labelOf('sys_user_sex', value, language)).join(', ')
    expect(Object.fromEntries(problems.map(({ column, message }) => [column, message]))).toEqual({
      userName: formatTexts[language]['user-name'],
      nickName: formatTexts[language].required,
      sex: rejectionTexts[language]['choice-unknown'].replace('{{choices}}', choices),
    })
  })

  test('finds the accepted values of a cell in the template', async () => {
    const [rows, choices] = Object.values(await sheetsFrom('user/importTemplate', language))
    expect(rows).toHaveLength(1)
    const headOfField = (field: string) => headsIn('/prod-api/system/user/importTemplate', field, language)[0]!
    const column = (field: string) => choices!.slice(1).map((row) => row[choices![0]!.indexOf(headOfField(field))])
    expect(column('sex').slice(0, 3)).toEqual(['0', '1', '2'].map((value) => labelOf('sys_user_sex', value, language)))
    expect(column('roleIds')).toContain(builtInRoles.analyst.name[language])
    expect(column('language')).toContain('Bahasa Indonesia')
  })

  test('takes labels away in a spreadsheet although the client brings none', async () => {
    const [[head = [], ...rows] = []] = Object.values(await sheetsFrom('user/export', language))
    const at = (field: string) => head.indexOf(headOf('/prod-api/system/user/export', field, language)!)
    const admin = rows.find((row) => row[at('userName')] === 'admin')!
    expect(admin[at('status')]).toBe(labelOf('sys_normal_disable', '0', language))
    expect(admin[at('sex')]).toBe(labelOf('sys_user_sex', '2', language))
  })

  test('reads the format of a field from its form', async () => {
    const payload = { userName: '9bad', nickName: 'N'.repeat(21), phonenumber: 'x' }
    const { errors } = await office.call({ method: 'POST', url: '/prod-api/system/user', payload, token, language })
    expect(errors).toMatchObject([
      { path: 'userName', code: 'user-name', message: formatTexts[language]['user-name'] },
      {
        path: 'nickName',
        code: 'characters-max',
        details: { limit: 20 },
        message: formatTexts[language]['characters-max'].replace('{{limit}}', '20'),
      },
      { path: 'phonenumber', code: 'phone', message: formatTexts[language].phone },
    ])
  })

  test('gives regions a state by its name', async () => {
    const label = labelOf('sys_normal_disable', '1', language)
    expect(await send([[`Region ${language}`, label]], language, 'region', ['regionName', 'status'])).toMatchObject({ imported: 1 })
  })
})
