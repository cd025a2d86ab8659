import { z } from 'zod'
import { InUse, madeBy, register } from '../shared/register.ts'
import { lines, text } from '../shared/text.ts'

/** `'1'` is news for people at work, `'2'` an announcement that concerns the service itself. */
export const NoticeType = z.enum(['1', '2'])

const written = {
  noticeTitle: text(50).min(1),
  noticeType: NoticeType,
  noticeContent: lines(10_000),
  status: InUse,
  remark: lines(100).nullable(),
}

const NoticeRow = z.object({ noticeId: z.int(), ...written, ...madeBy })

export const notices = register({
  path: '/prod-api/system/notice',
  permission: 'system:notice',
  noun: 'notice',
  id: 'noticeId',
  dictionaries: { noticeType: 'sys_notice_type', status: 'sys_normal_disable' },
  row: NoticeRow,
  form: z.object({
    ...written,
    noticeContent: written.noticeContent.default(''),
    status: InUse.default('0'),
    remark: written.remark.default(null),
  }),
  filter: { noticeTitle: text(50).optional(), noticeType: NoticeType.optional(), status: InUse.optional() },
})
