import { Button, Drawer, Text } from '@mantine/core'
import { findConsumptionReview, type ValidationRule } from '@nightflow/schemas/metering/consumption-review'
import { listMeterVolumes } from '@nightflow/schemas/metering/endpoints'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { consumptionReview } from '#metering/consumption-review-resource.tsx'
import { VolumesChart } from '#metering/meter-charts.tsx'
import { useSession } from '#session/session-query.ts'
import { CorrectionEffects } from '#shell/correction-effects.tsx'
import { ScreenLink } from '#shell/screen-link.tsx'
import { useEventLink } from '#shell/use-event-link.tsx'
import { CommandButtons } from '#ui/form/command-buttons.tsx'
import { HistoryList } from '#ui/form/history-list.tsx'
import { InstantText } from '#ui/instant.tsx'
import { addDays, countDays, dayOf } from '#ui/local-days.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Review = ResponseOf<typeof findConsumptionReview>

/** Days of the chart on either side of the questioned one. */
const daysAround = 14

type Props = {
  id: string | undefined
  onClose: () => void
  /** Beside the commands of the day. */
  tool?: ((review: Review) => ReactNode) | undefined
}

/** One questioned day beside the list: what was found, the meter's days around it, what depends on it and what was decided. */
export function ConsumptionReviewDrawer({ id, onClose, tool }: Props) {
  const { t } = useTranslation('metering')
  const shared = useTranslation('shared').t
  const format = useFormat()
  const review = useQuery({
    queryKey: ['consumptionReview', id],
    queryFn: ({ signal }) => call(findConsumptionReview, { reviewId: Number(id) }, signal),
    enabled: id !== undefined,
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={560}
      title={review.data ? `${review.data.meterNo} · ${format.day(review.data.day)}` : t('consumptionReview.title')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {review.isError && <ErrorState error={review.error} onRetry={() => review.refetch()} compact />}
      {review.isPending && id !== undefined && <ChartSkeleton height={320} />}
      {review.data && <ReviewDetail review={review.data} tool={tool?.(review.data)} />}
    </Drawer>
  )
}

function ReviewDetail({ review, tool }: { review: Review; tool: ReactNode }) {
  const { t } = useTranslation('metering')
  const eventLink = useEventLink()
  const { timeZone } = useSession()
  const decided = review.history.filter(isDecision)
  const [chosen, setChosen] = useState<number>()
  const shown = chosen ?? decided.at(-1)?.position
  const step = decided.find(({ position }) => position === shown)
  return (
    <>
      <CommandButtons resource={consumptionReview} row={review} />
      {tool}
      <Findings review={review} />
      {step && (
        <>
          <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
            {t('consumptionReview.effectsTitle')}
          </Text>
          <Text size="xs" c="dimmed">
            <InstantText at={step.at} timeZone={timeZone} />
            {` · ${[step.by, step.note].filter(Boolean).join(': ')}`}
          </Text>
          <CorrectionEffects position={step.position} />
        </>
      )}
      <DaysAround number={review.meterNo} day={review.day} />
      <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
        {t('consumptionReview.affected')}
      </Text>
      {review.partitions.length === 0 && <Text size="sm">{t('consumptionReview.affectsNothing')}</Text>}
      {review.partitions.map(({ id, name }) => (
        <div key={id}>
          <ScreenLink screen="leakage/index" search={{ partition: id }} className="nf-link">
            {name}
          </ScreenLink>
        </div>
      ))}
      <Text component="h3" className="nf-panel-title" mt="md" mb={4}>
        {t('consumptionReview.historyTitle')}
      </Text>
      <HistoryList
        resource={consumptionReview}
        history={review.history}
        eventLink={eventLink}
        tool={(line) =>
          isDecision(line) && (
            <Button size="compact-xs" variant="default" aria-pressed={line.position === shown} onClick={() => setChosen(line.position)}>
              {t('consumptionReview.effects')}
            </Button>
          )
        }
      />
    </>
  )
}

/** A step that a person took; the others are of validation. */
const isDecision = ({ step }: Review['history'][number]): boolean => !step.startsWith('questioned')

/** A day that the register itself makes unknown has a reason of its own. */
const becauseOf = (rule: ValidationRule, measuredLitres: number | null): string => {
  if (measuredLitres === null && rule === 'spike') return 'jumped'
  return measuredLitres === null && rule === 'negative' ? 'fell' : rule
}

/** Rules whose figures are days; those of the others are volumes. */
const inDays: readonly ValidationRule[] = ['zero', 'stuck', 'missing', 'prolonged-estimation']

/** Each broken rule with what was found beside what is allowed. */
function Findings({ review: { findings, measuredLitres } }: { review: Review }) {
  const { t } = useTranslation('metering')
  const { word } = useResourceWords(consumptionReview)
  const format = useFormat()
  return (
    <ul className="nf-findings">
      {findings.map(({ rule, value, limit }) => {
        const written = (figure: number) => (inDays.includes(rule) ? format.number(figure) : format.cubicMetres(figure, 3))
        return (
          <li key={rule}>
            <b>{word('rule', rule).label}</b>
            <br />
            {t(`consumptionReview.because.${becauseOf(rule, measuredLitres)}`, { value: written(value), limit: written(limit) })}
          </li>
        )
      })}
    </ul>
  )
}

function DaysAround({ number, day }: { number: string; day: string }) {
  const { timeZone } = useSession()
  // The days to come are not unknown.
  const daysSince = countDays(day, dayOf(Date.now(), timeZone)) - 1
  const range = { from: addDays(day, -daysAround), to: addDays(day, Math.min(daysAround, daysSince)) }
  const volumes = useQuery({
    queryKey: ['volumes', number, range.from, range.to, 'day'],
    queryFn: ({ signal }) => call(listMeterVolumes, { number, ...range, resolution: 'day' }, signal),
  })
  if (volumes.isError) return <ErrorState error={volumes.error} onRetry={() => volumes.refetch()} compact />
  if (!volumes.data) return <ChartSkeleton height={260} />
  return <VolumesChart number={number} timeZone={volumes.data.timeZone} range={range} volumes={volumes.data.rows} isHourly={false} />
}
