import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { IconSpeakerphone } from '@tabler/icons-react'
import { defineResource } from '#ui/resource-screen.tsx'

export const noticeResource = defineResource({
  calls: resourceCalls.notices,
  texts: 'administration',
  name: 'notice',
  icon: IconSpeakerphone,
  title: (row) => row.noticeTitle,
  columns: ['noticeTitle', 'noticeType', 'status', 'createBy', 'createTime'],
  moreColumns: ['remark', 'updateBy', 'updateTime'],
  useFields: () => [
    'noticeTitle',
    { name: 'noticeType', isHalf: true },
    { name: 'status', isHalf: true },
    { name: 'noticeContent', lines: 5 },
    'remark',
  ],
  filters: ['noticeTitle', 'noticeType', 'status', 'createdWithin'],
})
