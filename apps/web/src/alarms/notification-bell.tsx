import { ActionIcon, Indicator, Popover } from '@mantine/core'
import { cleanNotice, type NoticeItem, viewNotice } from '@nightflow/schemas/alarms/endpoints'
import { IconBell } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmDialog } from '#alarms/alarm-dialog.tsx'
import { BellList } from '#alarms/bell-list.tsx'
import { type BellTab, kindsOf, noticesQuery } from '#alarms/bell-queries.ts'
import { call } from '#api/call.ts'

const badgeMax = 99

/** Alarms, polled once a minute. The badge counts the unread ones. */
export function NotificationBell() {
  const { t } = useTranslation('shell')
  const client = useQueryClient()
  const notices = useQuery(noticesQuery)
  const [opened, setOpened] = useState(false)
  const [shown, setShown] = useState<NoticeItem>()
  const count = notices.data?.allAlarmCount ?? 0
  const askAgain = () => client.invalidateQueries({ queryKey: noticesQuery.queryKey })
  const view = async (item: NoticeItem) => {
    setShown(item)
    setOpened(false)
    if (item.noticeStatus === '1') return
    await call(viewNotice, { alarmProcessedId: item.alarmProcessedId }).then(askAgain, () => undefined)
  }
  const clear = (tab: BellTab) => call(cleanNotice, { alarmTypes: kindsOf(tab).map(Number) as (0 | 1)[] }).then(askAgain, () => undefined)
  const badge = count > badgeMax ? `${badgeMax}+` : String(count)
  return (
    <>
      <Indicator label={badge} disabled={count === 0} size={16} offset={8} color="red.8" className="nf-bell">
        <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus withinPortal>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={count === 0 ? t('bell.title') : t('bell.unread', { count })}
              onClick={() => setOpened(!opened)}
            >
              <IconBell size={20} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p={0} aria-label={t('bell.title')}>
            <BellList notices={notices.data} error={notices.error} onItem={view} onClear={clear} onLeave={() => setOpened(false)} />
          </Popover.Dropdown>
        </Popover>
      </Indicator>
      <AlarmDialog item={shown} onClose={() => setShown(undefined)} />
    </>
  )
}
