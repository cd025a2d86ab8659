import { Alert, Text } from '@mantine/core'
import { listWalkBys, WalkByStatus } from '@nightflow/schemas/metering/walk-by'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuietly } from '#api/call-quietly.ts'
import { RoundEntry } from '#metering/round/round-entry.tsx'
import { RoundHead } from '#metering/round/round-head.tsx'
import { type KeptRound, listKeptRounds, type RoundPerson } from '#metering/round/round-store.ts'
import { useKeptReadings, useSending } from '#metering/round/use-round.ts'
import { roundsPath } from '#session/offline-pages.ts'
import { usePageTitle } from '#session/page-title.ts'
import { useIsOnline } from '#session/use-is-online.ts'
import { useFormat } from '#ui/use-format.ts'
import './round.css'

/** The rounds under way, and those that this phone has. */
export function RoundsScreen() {
  return <RoundEntry>{(person, isSessionOver) => <Rounds person={person} isSessionOver={isSessionOver} />}</RoundEntry>
}

type Listed = { walkById: number; name: string; startDate: string; endDate: string; metersTotal: number }
const nothing = () => undefined

function Rounds({ person, isSessionOver }: { person: RoundPerson; isSessionOver: boolean }) {
  const { t } = useTranslation('metering')
  const isOnline = useIsOnline()
  usePageTitle(t('round.rounds'))
  const { readings = [], reload } = useKeptReadings(person)
  const waiting = readings.filter(({ state }) => state === 'kept').length
  const { isSending, outcome, send } = useSending(person, waiting, reload, nothing)
  const kept = useQuery({
    queryKey: ['round', 'rounds', person.person],
    queryFn: () => listKeptRounds(person.person),
    networkMode: 'always',
    gcTime: 0,
  })
  const open = useQuery({
    queryKey: ['round', 'open', person.person, isOnline],
    queryFn: () => callQuietly(listWalkBys, { status: WalkByStatus.enum.open, pageSize: 50 }),
    ...{ networkMode: 'always', retry: false, meta: { isQuiet: true } },
  })
  return (
    <main className="nf-round">
      <RoundHead
        title={t('round.rounds')}
        back={{ href: '/readMeter/walkBy', label: t('walkBy.title') }}
        {...{ person, readings, isSending, onSend: send, isSessionOver: isSessionOver || outcome === 'session-over' }}
      />
      <List rounds={merged(open.data?.rows ?? [], kept.data ?? [])} kept={kept.data ?? []} />
      {!open.isPending && !open.data && kept.data?.length === 0 && <Alert color="orange">{t('round.noneOnPhone')}</Alert>}
    </main>
  )
}

const merged = (open: readonly Listed[], kept: readonly KeptRound[]): Listed[] => [
  ...open,
  ...kept.filter(({ walkById }) => !open.some((other) => other.walkById === walkById)).map(({ round }) => round),
]

function List({ rounds, kept }: { rounds: readonly Listed[]; kept: readonly KeptRound[] }) {
  const { t } = useTranslation('metering')
  const format = useFormat()
  return (
    <ol className="nf-round-route nf-panel">
      {rounds.map(({ walkById, name, startDate, endDate, metersTotal }) => (
        <li key={walkById}>
          <a className="nf-round-stop" href={`${roundsPath}/${walkById}`}>
            <span className="nf-round-where">
              <span>{name}</span>
              <Text span size="sm" c="dimmed">
                {t('round.listed', { start: format.day(startDate), end: format.day(endDate), total: metersTotal })}
                {kept.some((round) => round.walkById === walkById) && ` · ${t('round.onPhone')}`}
              </Text>
            </span>
          </a>
        </li>
      ))}
    </ol>
  )
}
