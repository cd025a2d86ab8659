import { readFileSync } from 'node:fs'
import i18next from 'i18next'
import { describe, expect, test } from 'vitest'
import { announcementOf } from '#api/announcement.ts'
import { ProblemError } from '#api/problem-error.ts'

const languages = ['en', 'zh-CN', 'fr', 'id']
const sharedOf = (language: string): object =>
  JSON.parse(readFileSync(new URL(`../../locales/${language}/shared.json`, import.meta.url), 'utf8'))
const texts = i18next.createInstance()
await texts.init({ ns: ['shared'], resources: Object.fromEntries(languages.map((each) => [each, { shared: sharedOf(each) }])) })

const said = (problem: ProblemError, language = 'en'): string => announcementOf(problem, texts.getFixedT(language, 'shared'))
const failed = (failure: 'network' | 'timeout' | 'http', status = 0) => new ProblemError('unavailable', status, null, { failure })

describe('notification of a failed call', () => {
  test('network failure: backend interface connection error', () =>
    expect(said(failed('network'))).toBe('Backend interface connection error'))

  test('timeout: system interface request timeout', () => expect(said(failed('timeout'))).toBe('System interface request timeout'))

  // requirement of Shell, answers and limits: HTTP status errors name the last three characters of the status | /index | –
  test('HTTP status errors: system interface error with the last three characters as status', () =>
    expect(said(failed('http', 502))).toBe('System interface 502 error'))

  test.each([
    [401, 'Authentication failed, system resources are inaccessible'],
    [403, 'You have no permission for this operation'],
    [404, 'The resource does not exist'],
  ])('%s has a message of the code table', (code, message) =>
    expect(said(new ProblemError('internal-error', 200, { detail: 'the server’s' }, { backOfficeCode: code }))).toBe(message),
  )

  test('any other code has the server’s message, else: unknown system error, report to the administrator', () => {
    expect(said(new ProblemError('account-closed', 200, { detail: 'The account is closed' }, { backOfficeCode: 500 }))).toBe(
      'The account is closed',
    )
    expect(said(new ProblemError('internal-error', 500, null))).toBe('Unknown system error, please report it to the administrator')
  })

  // requirement of Shell, answers and limits: Network failure, timeout, HTTP status errors, 401, 403, 404 and the default have their messages in four languages | /index | –
  test('has its message in each of the four languages', () => {
    const problems = [
      failed('network'),
      failed('timeout'),
      failed('http', 502),
      ...[401, 403, 404, 500].map((code) => new ProblemError('-', code, null)),
    ]
    for (const problem of problems) expect(new Set(languages.map((language) => said(problem, language))).size).toBe(languages.length)
  })
})
