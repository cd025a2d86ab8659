import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { homePath } from '#session/home-path.ts'
import type { Crumb } from '#shell/menu-tree.ts'
import { usePlace } from '#shell/use-place.ts'

/** The way to the screen, from the dashboard. The last step is where the person is, so it is no link. */
export function Breadcrumb() {
  const { t } = useTranslation('shell')
  const place = usePlace()
  if (place === undefined) return null
  const home: Crumb = { title: t('home'), to: homePath }
  const trail = place.path === homePath ? place.trail : [home, ...place.trail]
  // A directory that is called as its only screen is said once.
  const steps = trail.filter(({ title }, index) => title !== trail[index + 1]?.title)
  return (
    <nav className="nf-crumbs" aria-label={t('breadcrumb')}>
      <ol>
        {steps.map(({ title, to }, index) => {
          const isLast = index === steps.length - 1
          return (
            <li key={`${title}-${to ?? ''}`} {...(isLast && { 'aria-current': 'page' as const })}>
              {to !== undefined && !isLast ? <Link to={to}>{title}</Link> : <span>{title}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
