import { ActionIcon, Group, Indicator, Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNoticeStream } from '#alarms/use-notice-stream.ts'
import { useNotices } from '#alarms/use-notices.ts'
import { lazyPart } from '#api/lazy-part.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const AlarmDialog = lazyPart(async () => (await import('#alarms/alarm-dialog.tsx')).AlarmDialog)
const BellList = lazyPart(async () => (await import('#alarms/bell-list.tsx')).BellList)

const badgeMax = 99
const bellHeight = 360
const alarmsPath = '/alarm/alarm'

/** Alarms, pushed by the server and polled once a minute besides. The badge counts the unread ones. */
export function NotificationBell() {
  const { t } = useTranslation('shell')
  const { notices, shown, view, clear, readAll, close } = useNotices()
  useNoticeStream()
  const [opened, setOpened] = useState(false)
  const leave = () => setOpened(false)
  const count = notices.data?.allAlarmCount ?? 0
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
            <Suspense fallback={<Skeleton height={bellHeight} m="sm" w={330} />}>
              <BellList
                notices={notices.data}
                error={notices.error}
                onItem={(item) => {
                  leave()
                  return view(item)
                }}
                onClear={clear}
                onReadAll={readAll}
                height={bellHeight}
                links={
                  <Group gap="sm">
                    <ScreenLink screen="alarms/notices" className="nf-link" onClick={leave}>
                      {t('bell.centre')}
                    </ScreenLink>
                    <Link to={alarmsPath} className="nf-link" onClick={leave}>
                      {t('bell.all')}
                    </Link>
                  </Group>
                }
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      </Indicator>
      <Suspense>{shown && <AlarmDialog item={shown} onClose={close} />}</Suspense>
    </>
  )
}
