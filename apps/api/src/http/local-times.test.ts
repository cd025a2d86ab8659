import { expect, test } from 'vitest'
import { z } from 'zod'
import { withLocalTimes } from './local-times.ts'

const at = z.iso.datetime({ offset: true })
const Answer = z.object({
  remark: z.string(),
  createTime: at,
  updateTime: at.nullable(),
  rows: z.array(z.object({ loginTime: at.optional() })),
})

test('declared instants become local times of the zone, daylight saving included, and texts stay', () => {
  const answer = {
    remark: '2026-07-01T00:00:00Z',
    createTime: '2026-07-01T00:00:00.000Z',
    updateTime: null,
    rows: [{ loginTime: '2026-01-31T23:30:05Z' }, {}],
    unknown: '2026-07-01T00:00:00Z',
  }
  expect(withLocalTimes(Answer, answer, 'Europe/Rome')).toEqual({
    ...answer,
    createTime: '2026-07-01 02:00:00',
    rows: [{ loginTime: '2026-02-01 00:30:05' }, {}],
  })
})
