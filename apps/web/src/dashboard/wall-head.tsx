import { ActionIcon, Tooltip } from '@mantine/core'
import { useFullscreenDocument, useInterval } from '@mantine/hooks'
import { makeViewLink } from '@nightflow/schemas/dashboard/endpoints'
import { IconAlertTriangle, IconLink, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ViewLinkDialog } from '#dashboard/view-link-dialog.tsx'
import { LanguageMenu } from '#session/language-menu.tsx'
import { documentTitle, usePageTitle } from '#session/page-title.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

type Props = {
  tenantName: string | undefined
  timeZone: string | undefined
  /** The service did not answer the last time. */
  isStale: boolean
  /** False for the holder of a link, of whom nothing is known. */
  isSignedIn: boolean
  scenes: ReactNode
}

/** Whose wall it is, what time it is there, and the few commands of a wall. */
export function WallHead({ tenantName, timeZone, isStale, isSignedIn, scenes }: Props) {
  const { t } = useTranslation('dashboard')
  const { toggle, fullscreen } = useFullscreenDocument()
  usePageTitle(tenantName === undefined ? t('wall.title') : documentTitle(t('wall.title'), tenantName))
  const label = t(fullscreen ? 'board.leaveFullScreen' : 'board.fullScreen')
  return (
    <header className="nf-wall-head">
      <h1>
        {t('wall.title')}
        {tenantName && <span className="nf-wall-tenant">{tenantName}</span>}
      </h1>
      {isStale && (
        <p className="nf-wall-stale" role="alert">
          <IconAlertTriangle aria-hidden />
          {t('wall.stale')}
        </p>
      )}
      {timeZone && <Clock timeZone={timeZone} />}
      <div className="nf-wall-tools">
        {scenes}
        <LanguageMenu />
        {isSignedIn && <LinkTool />}
        <Tooltip label={label}>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={toggle}>
            {fullscreen ? <IconMinimize size={20} /> : <IconMaximize size={20} />}
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  )
}

/** Hands the wall on to people who do not sign in, for those who may. */
function LinkTool() {
  const { t } = useTranslation('dashboard')
  const mayDo = useMayDo()
  const [isLinking, setIsLinking] = useState(false)
  if (!mayDo(makeViewLink)) return null
  return (
    <>
      <Tooltip label={t('link.make')}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('link.make')} onClick={() => setIsLinking(true)}>
          <IconLink size={20} />
        </ActionIcon>
      </Tooltip>
      {isLinking && <ViewLinkDialog onClose={() => setIsLinking(false)} />}
    </>
  )
}

const tickMilliseconds = 1000

function Clock({ timeZone }: { timeZone: string }) {
  const format = useFormat()
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), tickMilliseconds, { autoInvoke: true })
  return (
    <time className="nf-wall-clock" dateTime={new Date(now).toISOString()}>
      <span className="nf-wall-date">{format.instant(now, timeZone, 'day')}</span>
      {format.instant(now, timeZone, 'clock')}
    </time>
  )
}
