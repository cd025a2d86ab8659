import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { editableResource, InUse, madeBy, paging, RowId, RowIds } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'

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

const path = '/prod-api/system/notice'
const nothing = z.object({})
/** Notices at the top of the page. */
export const noticesOnTopMax = 5

const registered = editableResource({
  path,
  permission: 'system:notice',
  noun: 'notice',
  id: 'noticeId',
  dictionaries: { noticeType: 'sys_notice_type', status: 'sys_notice_status' },
  row: NoticeRow,
  form: z.object({
    ...written,
    noticeContent: written.noticeContent.default(''),
    status: InUse.default('0'),
    remark: written.remark.default(null),
  }),
  filter: { noticeTitle: text(50).optional(), noticeType: NoticeType.optional(), status: InUse.optional(), createBy: text(50).optional() },
})

const NoticeOnTop = NoticeRow.pick({ noticeId: true, noticeTitle: true, noticeType: true, createTime: true }).extend({
  isRead: z.boolean(),
})

const NoticeReader = z.object({
  userId: z.int(),
  userName: z.string(),
  nickName: z.string().nullable(),
  deptName: z.string().nullable(),
  phonenumber: z.string().nullable(),
  readTime: Instant,
})

/** Notices, and which of them each person has read. */
export const notices = {
  ...registered,
  listTop: endpoint({
    method: 'GET',
    path: `${path}/listTop`,
    permission: 'signed-in',
    summary: `The ${noticesOnTopMax} newest notices in use, and how many of them I have not read`,
    envelope: 'top',
    request: nothing,
    response: z.object({ data: z.array(NoticeOnTop), unreadCount: z.int() }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: `${path}/markRead`,
    permission: 'signed-in',
    summary: 'Mark a notice as read by me',
    request: z.object({ noticeId: RowId }),
    response: nothing,
  }),
  markReadAll: endpoint({
    method: 'POST',
    path: `${path}/markReadAll`,
    permission: 'signed-in',
    summary: 'Mark notices as read by me',
    request: z.object({ ids: RowIds }),
    response: nothing,
  }),
  listReaders: endpoint({
    method: 'GET',
    path: `${path}/readUsers/list`,
    permission: 'system:notice:list',
    summary: 'Staff who have read a notice',
    envelope: 'rows',
    request: z.object({ noticeId: RowId, searchValue: text(50).optional(), ...paging }),
    response: z.object({ rows: z.array(NoticeReader), total: z.int() }),
  }),
}
