import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNoticeStream } from '#alarms/use-notice-stream.ts'
import { useNotices } from '#alarms/use-notices.ts'
import { lazyPart } from '#api/lazy-part.ts'

const AlarmDialog = lazyPart(async () => (await import('#alarms/alarm-dialog.tsx')).AlarmDialog)
const BellPopover = lazyPart(async () => (await import('#alarms/bell-popover.tsx')).BellPopover)

const badgeMax = 99

/** Alarms, pushed by the server and polled once a minute besides. The badge counts the unread ones. */
export function NotificationBell() {
  const { t } = useTranslation('shell')
  const notices = useNotices()
  useNoticeStream()
  const [isWanted, setWanted] = useState(false)
  const count = notices.notices.data?.allAlarmCount ?? 0
  const badge = count > badgeMax ? `${badgeMax}+` : String(count)
  const bell = (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={count === 0 ? t('bell.title') : t('bell.unread', { count })}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <IconBell size={20} aria-hidden />
    </ActionIcon>
  )
  return (
    <>
      <Indicator label={badge} disabled={count === 0} size={16} offset={8} color="red.8" className="nf-bell">
        {isWanted ? (
          <Suspense fallback={bell}>
            <BellPopover button={bell} notices={notices} />
          </Suspense>
        ) : (
          bell
        )}
      </Indicator>
      <Suspense>{notices.shown && <AlarmDialog item={notices.shown} onClose={notices.close} />}</Suspense>
    </>
  )
}
