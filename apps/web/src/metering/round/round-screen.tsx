import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { WalkByStatus } from '@nightflow/schemas/metering/walk-by'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblemText } from '#api/problem-text.ts'
import { KeptPanel } from '#metering/round/kept-panel.tsx'
import { MeterVisit } from '#metering/round/meter-visit.tsx'
import { RoundEntry } from '#metering/round/round-entry.tsx'
import { RoundHead } from '#metering/round/round-head.tsx'
import { nextOpen, stateOfMeter } from '#metering/round/round-progress.ts'
import type { Round, RoundPerson } from '#metering/round/round-store.ts'
import { RouteList } from '#metering/round/route-list.tsx'
import { useKeptReadings, useRound, useSending } from '#metering/round/use-round.ts'
import { roundsPath } from '#session/offline-pages.ts'
import { usePageTitle } from '#session/page-title.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { useFormat } from '#ui/use-format.ts'
import './round.css'

/** A walk-by round for a phone in one hand, with or without a network. */
export function RoundScreen() {
  const { walkById = '' } = useParams({ strict: false }) as { walkById?: string }
  return (
    <RoundEntry>
      {(person, isSessionOver) => <OneRound person={person} isSessionOver={isSessionOver} walkById={Number(walkById)} />}
    </RoundEntry>
  )
}

type Props = { person: RoundPerson; isSessionOver: boolean; walkById: number }

function OneRound({ person, isSessionOver, walkById }: Props) {
  const { t } = useTranslation('metering')
  const problemText = useProblemText()
  const { kept, problem, isAsking, renew } = useRound(person, walkById)
  const { readings = [], reload } = useKeptReadings(person)
  const waiting = readings.filter(({ state }) => state === 'kept').length
  const { isSending, outcome, send } = useSending(person, waiting, reload, renew)
  const [place, setPlace] = useState<number>()
  usePageTitle(kept?.round.name ?? t('round.title'))
  const here = readings.filter((reading) => reading.walkById === walkById)
  const meters = kept?.round.meters ?? []
  const states = meters.map((meter) => stateOfMeter(meter, here))
  const at = place ?? nextOpen(states, -1)
  const meter = at === undefined ? undefined : meters[at]
  const advance = (from: number) => setPlace(nextOpen(states.with(from, 'kept'), from) ?? meters.length)
  return (
    <main className="nf-round">
      <RoundHead
        title={kept?.round.name ?? t('round.title')}
        back={{ href: roundsPath, label: t('round.rounds') }}
        person={person}
        readings={here}
        {...(kept && { visited: { done: states.filter((state) => state !== 'open').length, total: meters.length } })}
        isSessionOver={isSessionOver || outcome === 'session-over'}
        isSending={isSending}
        onSend={send}
      />
      {!kept && isAsking && <ChartSkeleton height={300} />}
      {!kept && !isAsking && <Alert color="orange">{problem && problem.status !== 0 ? problemText(problem) : t('round.notOnPhone')}</Alert>}
      {kept && <PlanState round={kept.round} fetchedAt={kept.fetchedAt} person={person} />}
      <div className="nf-round-columns">
        <Stack gap="sm" miw={0}>
          {meter && at !== undefined && kept && (
            <section className="nf-panel nf-round-panel">
              <MeterVisit
                key={`${meter.number} ${here.length}`}
                {...{ person, meter, readings: here, plan: { ...kept.round, walkById }, place: at + 1, total: meters.length }}
                onKept={() => {
                  advance(at)
                  void reload()
                }}
                onNext={() => setPlace((at + 1) % meters.length)}
              />
            </section>
          )}
          {kept && !meter && <AllVisited />}
          <KeptPanel person={person} readings={here} onChanged={reload} />
        </Stack>
        <Stack gap="sm" miw={0}>
          {meters.length > 0 && <RouteList meters={meters} states={states} place={at} onChoose={(chosen) => choose(chosen, setPlace)} />}
          <Rule />
        </Stack>
      </div>
    </main>
  )
}

/** On a phone the list is below the meter: the page goes up to it. */
const choose = (place: number, setPlace: (place: number) => void): void => {
  setPlace(place)
  window.scrollTo({ top: 0 })
}

/** State of the plan as advice for the reader, and the age of the list. */
function PlanState({ round: { status, startDate, endDate }, fetchedAt, person }: { round: Round; fetchedAt: string; person: RoundPerson }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  return (
    <>
      {(status === WalkByStatus.enum.cancelled || status === WalkByStatus.enum.closed) && (
        <Alert color="orange">{t(status === WalkByStatus.enum.cancelled ? 'round.cancelled' : 'round.closed')}</Alert>
      )}
      <Text size="xs" c="dimmed">
        {t('round.dates', { start: format.day(startDate), end: format.day(endDate), at: format.instant(fetchedAt, person.timeZone) })}
      </Text>
    </>
  )
}

function AllVisited() {
  const { t } = useTranslation('metering')
  return (
    <section className="nf-panel nf-round-panel">
      <Title order={2} size="h4">
        {t('round.allVisited')}
      </Title>
      <Text size="sm">{t('round.allVisitedText')}</Text>
      <Button component="a" href={roundsPath} variant="default" mt="sm">
        {t('round.rounds')}
      </Button>
    </section>
  )
}

/** The rule for conflicts, where the reader may ask for it. */
function Rule() {
  const { t } = useTranslation('metering')
  return (
    <details className="nf-panel nf-round-panel">
      <summary>{t('round.ruleTitle')}</summary>
      <Text size="sm" mt="xs">
        {t('round.rule')}
      </Text>
    </details>
  )
}
