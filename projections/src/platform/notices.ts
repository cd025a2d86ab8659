import { resourceTable } from './resource-table.ts'

/** Notices to staff; a tenant reads those of the platform too and changes its own. */
export const noticeStore = resourceTable({
  table: 'platform.notices',
  id: 'noticeId',
  shown: ['noticeId', 'noticeTitle', 'noticeType', 'noticeContent', 'status', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'],
  written: ['noticeTitle', 'noticeType', 'noticeContent', 'status', 'remark'],
  filter: { noticeTitle: 'contains', noticeType: 'equals', status: 'equals', createBy: 'contains' },
})
