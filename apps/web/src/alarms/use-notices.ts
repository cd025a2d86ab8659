import { cleanNotice, type NoticeItem, ReadStatus, viewAllNotice, viewNotice } from '@nightflow/schemas/alarms/endpoints'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type BellTab, kindsOf, noticesQuery } from '#alarms/bell-queries.ts'
import { call } from '#api/call.ts'

/** A person's notices, the one that is open, and what the person does with them. */
export function useNotices() {
  const client = useQueryClient()
  const notices = useQuery(noticesQuery)
  const [shown, setShown] = useState<NoticeItem>()
  const askAgain = () => client.invalidateQueries({ queryKey: noticesQuery.queryKey })
  const view = async (item: NoticeItem) => {
    setShown(item)
    if (item.noticeStatus === ReadStatus.enum.read) return
    await call(viewNotice, { alarmProcessedId: item.alarmProcessedId }).then(askAgain, () => undefined)
  }
  const all = (endpoint: typeof cleanNotice | typeof viewAllNotice) => (tab: BellTab) =>
    call(endpoint, { alarmTypes: kindsOf(tab).map(Number) as (0 | 1)[] }).then(askAgain, () => undefined)
  return { notices, shown, view, clear: all(cleanNotice), readAll: all(viewAllNotice), close: () => setShown(undefined) }
}
