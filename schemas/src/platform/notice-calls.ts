import { z } from 'zod'
import { callsOf } from '../shared/calls-of-resource.ts'
import { endpoint } from '../shared/endpoint.ts'
import { paging, RowId, RowIds } from '../shared/lists.ts'
import { text } from '../shared/text.ts'
import { Instant } from '../shared/values.ts'
import { notices } from './notice.ts'

const nothing = z.object({})

/** Notices at the top of the page. */
export const noticesOnTopMax = 5

const NoticeOnTop = notices.row.pick({ noticeId: true, noticeTitle: true, noticeType: true, createTime: true }).extend({
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

/** Calls of notices, and of which of them each person has read. */
export const noticeCalls = {
  ...callsOf(notices),
  listTop: endpoint({
    method: 'GET',
    path: `${notices.path}/listTop`,
    permission: 'signed-in',
    summary: `The ${noticesOnTopMax} newest notices in use, and how many of them I have not read`,
    envelope: 'top',
    request: nothing,
    response: z.object({ data: z.array(NoticeOnTop), unreadCount: z.int() }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: `${notices.path}/markRead`,
    permission: 'signed-in',
    summary: 'Mark a notice as read by me',
    request: z.object({ noticeId: RowId }),
    response: nothing,
  }),
  markReadAll: endpoint({
    method: 'POST',
    path: `${notices.path}/markReadAll`,
    permission: 'signed-in',
    summary: 'Mark notices as read by me',
    request: z.object({ ids: RowIds }),
    response: nothing,
  }),
  listReaders: endpoint({
    method: 'GET',
    path: `${notices.path}/readUsers/list`,
    permission: 'system:notice:list',
    summary: 'Staff who have read a notice',
    envelope: 'rows',
    request: z.object({ noticeId: RowId, searchValue: text(50).optional(), ...paging }),
    response: z.object({ rows: z.array(NoticeReader), total: z.int() }),
  }),
}
