import { describe, expect, test } from 'vitest'
import {
  decimalSignOf,
  formatAgo,
  formatCompleteness,
  formatCubicMetres,
  formatDay,
  formatInstant,
  formatList,
  formatNumber,
  formatPeriod,
  formatShare,
} from '#ui/format.ts'

describe('numbers', () => {
  test('an unknown figure is a dash, never a zero', () => expect(formatCubicMetres(null, 'en')).toBe('–'))
  test('a cubic metre is a thousand litres', () => expect(formatCubicMetres(412_000, 'en')).toBe('412'))
  test('small volumes keep their decimals', () => expect(formatCubicMetres(1_234, 'en')).toBe('1.23'))
  test('French writes a comma and a space that is seen', () => expect(formatNumber(12_345.5, 'fr', 1)).toBe('12\u00a0345,5'))
  test('minus zero is zero', () => expect(formatNumber(-0.0001, 'en', 1)).toBe('0.0'))
  test('a share is a percentage in the language', () => expect(formatShare(0.221, 'id')).toBe('22,1%'))
  test('almost complete is never written as complete', () => {
    expect(formatCompleteness(0.99996, 'en')).toBe('99.9%')
    expect(formatCompleteness(1, 'en')).toBe('100%')
  })
})

test('names are separated as the language does', () => {
  expect(formatList(['Analyst', 'Clerk'], 'en')).toBe('Analyst, Clerk')
  expect(formatList(['分析员', '业务员'], 'zh-CN')).toBe('分析员、业务员')
})
test('decimals are typed behind the sign of the language', () => {
  expect(['en', 'zh-CN', 'fr', 'id'].map(decimalSignOf)).toEqual(['.', '.', ',', ','])
})

describe('times', () => {
  test('an instant is written in the zone that counts', () =>
    expect(formatInstant('2026-03-29T00:30:00Z', 'en', 'Europe/Rome', 'clock')).toBe('01:30'))
  test('a day has no zone and stays the day it is', () => expect(formatDay('2026-01-01', 'en')).toBe('Jan 1, 2026'))
  test('three hours ago is said so', () =>
    expect(formatAgo('2026-01-01T09:00:00Z', 'en', Date.parse('2026-01-01T12:00:00Z'))).toBe('3 hr. ago'))
})

describe('the date form that a tenant chose', () => {
  test('holds in every language, for days and for instants', () => {
    for (const language of ['en', 'zh-CN', 'fr', 'id']) {
      expect(formatDay('2026-03-09', language, 'short', 'DD/MM/YYYY')).toBe('09/03/2026')
      expect(formatInstant('2026-12-31T23:00:05Z', language, 'Asia/Shanghai', 'second', 'MM/DD/YYYY')).toBe('01/01/2027 07:00:05')
      expect(formatInstant('2026-12-31T23:00:05Z', language, 'Asia/Shanghai', 'minute', 'YYYY-MM-DD')).toBe('2027-01-01 07:00')
      expect(formatInstant('2026-12-31T23:00:05Z', language, 'Asia/Shanghai', 'day', 'DD.MM.YYYY')).toBe('01.01.2027')
    }
  })
  test('is written behind the weekday where a day is written in full', () =>
    expect(formatDay('2026-03-09', 'en', 'long', 'DD/MM/YYYY')).toBe('Mon 09/03/2026'))
})

test('a span of days was written with the day after its last, or without; it has its first and last day, and one day is one', () => {
  expect(formatPeriod('2026-03-01', '2026-04-01', 'en')).toBe('Mar 1, 2026 – Mar 31, 2026')
  expect(formatPeriod('2026-03-01', '2026-03-02', 'fr')).toBe('1 mars 2026')
  expect(formatPeriod('2026-03-01', '2026-03-10', 'zh-CN', 'YYYY-MM-DD')).toBe('2026-03-01 – 2026-03-09')
})

test('a share of readings of 99.97 % is not rounded to all of them', () => expect(formatCompleteness(0.9997, 'en')).toBe('99.9%'))
