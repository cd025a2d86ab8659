import { noticeCalls as notices } from '@nightflow/schemas/platform/notice-calls'
import { Instant, TimeZone } from '@nightflow/schemas/shared/values'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readAnswer } from '#api/read-answer.ts'

const notice = (noticeTitle: unknown, noticeContent: unknown = '') => ({
  noticeId: 1,
  noticeTitle,
  noticeType: '1',
  noticeContent,
  status: '0',
  remark: null,
  createBy: 'admin',
  createTime: '2026-01-01T00:00:00Z',
  updateBy: null,
  updateTime: null,
})
const titles = (...rows: object[]) =>
  readAnswer(notices.list.response, { rows, total: rows.length })?.answer.rows.map(({ noticeTitle }) => noticeTitle)

test('a text with control characters, or of a forbidden length, leaves its whole list readable', () => {
  expect(titles(notice('Works'), notice('Bell\u0007', 'x\u0085'))).toEqual(['Works', 'Bell\u0007'])
  expect(titles(notice('x'.repeat(51)), notice(''))).toEqual(['x'.repeat(51), ''])
})

test('a body with another type, or with a date or a zone that no screen computes with, is no answer', () => {
  expect(titles(notice('Works'), notice(1))).toBeUndefined()
  expect(titles(notice('Bell\u0007'), { noticeId: 1 })).toBeUndefined()
  expect(readAnswer(z.object({ at: Instant }), { at: 'yesterday' })).toBeUndefined()
  expect(readAnswer(z.object({ zone: TimeZone }), { zone: 'Nowhere/There' })).toBeUndefined()
})
