import { Text } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { communicationQuery, topQuery } from '#dashboard/dashboard-queries.ts'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { type Step, setupSteps } from './setup-steps.ts'
import { countQuery } from './task-counts.ts'
import type { TileProps } from './tile-props.ts'

/** The way of a new utility to its first bill and its first leakage figure; nothing once it has both. */
export function SetupTile({ onKnown }: TileProps) {
  const { t } = useTranslation('dashboard')
  const { steps, isKnown } = useSteps()
  useEffect(() => {
    if (isKnown) onKnown()
  }, [isKnown, onKnown])
  const done = steps.filter(({ isDone }) => isDone).length
  if (steps.length === done) return null
  return (
    <section className="nf-panel nf-board-panel" aria-label={t('home.setup')}>
      <Text component="h2" className="nf-panel-title" m={0}>
        {t('home.setup')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('home.setupDone', { done, count: steps.length })}
      </Text>
      <ol className="nf-board-list">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} />
        ))}
      </ol>
    </section>
  )
}

/** No steps while they are not known, or where a figure cannot be had. */
function useSteps(): { steps: Step[]; isKnown: boolean } {
  const queries = [
    useQuery(topQuery),
    useQuery(communicationQuery),
    useQuery(partitionsQuery),
    useQuery(countQuery('priceSchemes')),
  ] as const
  const [{ data: top }, { data: communication }, { data: partitions }, { data: published }] = queries
  const counted = top &&
    communication &&
    partitions &&
    published && {
      ...top,
      gateways: communication.gateways.length,
      partitions: partitions.rows.length,
      thresholds: partitions.rows.filter(({ thresholds }) => Object.values(thresholds).some((threshold) => threshold !== null)).length,
      publishedPrices: published.total,
    }
  // A utility that has all the rest is not new: its home need not load what settings are.
  const isNew = counted !== undefined && setupSteps({ ...counted, hasAddress: true }).some(({ isDone }) => !isDone)
  const settings = useQuery({ ...settingsQuery, enabled: isNew })
  const isKnown = queries.every(({ isPending }) => !isPending) && !settings.isLoading
  if (!counted || (isNew && !settings.data)) return { steps: [], isKnown }
  return { steps: setupSteps({ ...counted, hasAddress: !settings.data || Boolean(settings.data.tenantAreaAddress) }), isKnown }
}

const settingsQuery = queryOptions({
  queryKey: ['settings', 'set-up'],
  queryFn: async ({ signal }) => call((await import('@nightflow/schemas/platform/tenant-calls')).tenantCalls.findSettings, {}, signal),
})

function StepLine({ step: { name, screen, search = {}, isDone } }: { step: Step }) {
  const { t } = useTranslation('dashboard')
  const Icon = isDone ? IconCircleCheck : IconCircle
  return (
    <li className="nf-home-step" data-done={isDone || undefined}>
      <span>
        <Icon size={16} aria-label={t(isDone ? 'home.stepDone' : 'home.stepOpen')} />
        <span>
          <ScreenLink screen={screen} search={search} className="nf-link">
            {t(`home.step.${name}.title`)}
          </ScreenLink>
          {!isDone && <span className="nf-small nf-dimmed nf-figure-line">{t(`home.step.${name}.text`)}</span>}
        </span>
      </span>
    </li>
  )
}
