import { z } from 'zod'
import { defineResource } from '../shared/resource.ts'
import { lines, text } from '../shared/text.ts'

/** A notice is news for people at work, an announcement concerns the service itself. */
export const NoticeType = z.enum({ notice: '1', announcement: '2' })
export type NoticeType = z.infer<typeof NoticeType>

export const NoticeStatus = z.enum({ published: '0', closed: '1' })

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
    status: { schema: NoticeStatus.default(NoticeStatus.enum.published), filter: 'equals', dictionary: 'sys_notice_status', isHalf: true },
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
