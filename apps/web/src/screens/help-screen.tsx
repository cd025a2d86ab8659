import { NativeSelect } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { Page } from '#ui/page.tsx'
import { GuideView } from './help/guide-view.tsx'
import { guideOfRoles, guidesQuery, isGuide } from './help/guides.ts'
import './help/help.css'

/** Help: the guides by role, first that of the person. They are the pages of `docs/guides`, which the site of the documentation has too. */
export function HelpScreen() {
  const { t, i18n } = useTranslation('shell')
  const { guide } = useSearch({ strict: false }) as { guide?: string }
  const navigate = useNavigate()
  const { roles } = useSession()
  const { data: guides } = useSuspenseQuery(guidesQuery(i18n.language))
  const chosen = isGuide(guide) ? guide : guideOfRoles(roles)
  const shown = guides.find(({ name }) => name === chosen)
  return (
    <Page
      title={t('help')}
      subtitle={t('helpText')}
      tools={
        <NativeSelect
          aria-label={t('helpGuide')}
          value={chosen}
          data={guides.map(({ name, title }) => ({ value: name, label: title }))}
          onChange={({ currentTarget: { value } }) => void navigate({ to: '/help', search: { guide: value } })}
        />
      }
    >
      <section className="nf-panel">
        <div className="nf-panel-head nf-plain-head">
          <h2 className="nf-panel-title">{shown?.title}</h2>
        </div>
        {shown && <GuideView tokens={shown.tokens} />}
      </section>
    </Page>
  )
}
