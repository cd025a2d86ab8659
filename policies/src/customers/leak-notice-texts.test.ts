import { Language } from '@nightflow/schemas/shared/language'
import { describe, expect, test } from 'vitest'
import { leakNoticeText } from './leak-notice-texts.ts'

const link = 'https://water.example/leakNotices?link=abc'
const notice = { utility: 'Riverbend Water', meterNo: '70002', since: '2026-03-05', isSinceLeast: false, litresPerHour: 62.5, link }
const write = (language: Language, more: Partial<typeof notice> = {}) => leakNoticeText(language, { ...notice, ...more })

describe.each([
  ['en', 'possible water leak', 'since March 5, 2026', 'since at least March 5, 2026', '63 litres an hour, 1.5 m³ a day'],
  ['zh-CN', '漏水', '自2026年3月5日起', '至少自2026年3月5日起', '每小时至少 63 升，每天约 1.5 立方米'],
  ['fr', 'fuite possible', 'Depuis le 5 mars 2026', 'Depuis au moins le 5 mars 2026', '63 litres par heure, soit 1,5 m³ par jour'],
  ['id', 'kemungkinan kebocoran', 'Sejak 5 Maret 2026', 'Setidaknya sejak 5 Maret 2026', '63 liter per jam, 1,5 m³ per hari'],
] as const)('the message about a leak in %s', (language, subject, day, latestDay, flow) => {
  test('says which meter, since when, and how much, in the customer’s form of dates and numbers', () => {
    const written = write(language)
    expect(written.subject).toContain(subject)
    for (const part of ['70002', day, flow]) expect(written.body).toContain(part)
  })

  test('a leak whose beginning is not known ran since the edge of what was read: it has run at least since then', () => {
    expect(write(language, { isSinceLeast: true }).body).toContain(latestDay)
    expect(write(language).body).not.toContain(latestDay)
  })

  test('names the utility and the link that stops the messages, and no link where the utility has none', () => {
    expect(write(language).body.split('\n\n').slice(-2)).toEqual([expect.stringContaining(link), 'Riverbend Water'])
    expect(leakNoticeText(language, { ...notice, link: undefined }).body).not.toContain('http')
  })
})

// requirement of Meter health and customer care: The message about a leak in four languages | /readMeter/health | PUT /prod-api/business/meterHealth/tell/:meterNo
test('every language of the service has its message', () => {
  expect(new Set(Language.options.map((language) => write(language).body)).size).toBe(4)
})
