import { useTranslation } from 'react-i18next'
import { AlarmDialog } from '#alarms/alarm-dialog.tsx'
import { BellList } from '#alarms/bell-list.tsx'
import { useNotices } from '#alarms/use-notices.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { Page } from '#ui/page.tsx'

/** All notices of a person: of meters and of the system, page by page, each with its details. */
export function NoticeCentreScreen() {
  const { t } = useTranslation('shell')
  const { notices, shown, view, clear, readAll, close } = useNotices()
  return (
    <Page title={t('bell.centre')} subtitle={t('bell.centreText')}>
      <section className="nf-panel" aria-label={t('bell.centre')}>
        <BellList
          notices={notices.data}
          error={notices.error}
          onItem={view}
          onClear={clear}
          onReadAll={readAll}
          links={
            <ScreenLink screen="alarms/index" className="nf-link">
              {t('bell.records')}
            </ScreenLink>
          }
        />
      </section>
      <AlarmDialog item={shown} onClose={close} />
    </Page>
  )
}
