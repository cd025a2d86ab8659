import { z } from 'zod'
import { InUse } from '../shared/lists.ts'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** `'1'` is news for people at work, `'2'` an announcement that concerns the service itself. */
export const NoticeType = z.enum(['1', '2'])

/** Announcements to staff. A tenant reads the platform's too. */
export const notices = defineResource({
  name: 'notice',
  texts: 'platform',
  noun: 'notice',
  path: '/prod-api/system/notice',
  permission: 'system:notice',
  id: 'noticeId',
  table: 'platform.notices',
  scope: 'shared',
  fields: {
    noticeTitle: { schema: text(50).min(1), filter: 'contains' },
    noticeType: { schema: NoticeType, filter: 'equals', dictionary: 'sys_notice_type', isHalf: true },
    noticeContent: { schema: lines(10_000).default(''), lines: 5 },
    status: { schema: InUse.default('0'), filter: 'equals', dictionary: 'sys_notice_status', isHalf: true },
    remark: { schema: lines(100).nullable().default(null) },
  },
  moreFilters: { createBy: text(50).optional() },
  matchOfMore: { createBy: 'contains' },
  menu: {
    directory: 'system',
    place: 60,
    path: 'notice',
    component: 'system/notice/index',
    icon: 'speakerphone',
    titles: { en: 'Notices', 'zh-CN': '通知公告', fr: 'Avis', id: 'Pengumuman' },
  },
  screen: {
    columns: ['noticeTitle', 'noticeType', 'status', 'createBy', 'createTime'],
    moreColumns: ['remark', 'updateBy', 'updateTime'],
    form: ['noticeTitle', 'noticeType', 'status', 'noticeContent', 'remark'],
    filters: ['noticeTitle', 'noticeType', 'status', 'createdWithin'],
  },
})
