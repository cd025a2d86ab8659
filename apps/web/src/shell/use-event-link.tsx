import { listEvents } from '@nightflow/schemas/audit/endpoints'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'

/** The number of an event, which opens it; undefined for those who may not see the log. */
export function useEventLink(): ((position: number) => ReactNode) | undefined {
  const { t } = useTranslation('shared')
  const format = useFormat()
  if (!useMayDo()(listEvents)) return undefined
  return (position) => (
    <ScreenLink screen="audit/events" search={{ position }} className="nf-link nf-history-event">
      {t('history.event', { position: format.number(position) })}
    </ScreenLink>
  )
}
