import '#devices/valve.css'
import { Group, Progress, Text } from '@mantine/core'
import { valveFailureCodes } from '@nightflow/schemas/devices/operate-valve'
import {
  listOperatedValves,
  listValveBatches,
  OperatedValveRow,
  operatedValveFilter,
  type ValveBatchRow,
} from '@nightflow/schemas/devices/valve-operations'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { actorName } from '#ui/actor-name.ts'
import { InstantText } from '#ui/instant.tsx'
import { listOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { type Meaning, StatusBadge } from '#ui/status-badge.tsx'

const refreshSeconds = 15

const resource = listOf({
  calls: { id: 'operationId', row: OperatedValveRow, filter: operatedValveFilter, list: listOperatedValves },
  texts: 'devices',
  name: 'valveOperations',
  icon: IconSwitchHorizontal,
  columns: ['number', 'position', 'result', 'requestedAt', 'requestedBy', 'closingReason', 'reason', 'failure'],
  moreColumns: ['endedAt', 'attempt'],
  filters: ['number', 'result', 'position', 'closingReason', 'createdWithin'],
  cell: {
    number: ({ number }) => (
      <ScreenLink screen="devices/meter" params={{ number }} className="nf-link nf-figures">
        {number}
      </ScreenLink>
    ),
    result: ({ result }) => <Result result={result} />,
    requestedBy: ({ requestedBy }) => actorName(requestedBy),
    failure: ({ failure }) => <Failure failure={failure} />,
  },
  refreshSeconds,
  Head: Batches,
})

const meaningOf: Record<OperatedValveRow['result'], Meaning> = { sending: 'waiting', success: 'good', fail: 'alarm' }

function Result({ result }: Pick<OperatedValveRow, 'result'>) {
  const { t } = useTranslation('devices')
  return <StatusBadge meaning={meaningOf[result]} label={t(`valveOperations.value.result.${result}`)} />
}

function Failure({ failure }: Pick<OperatedValveRow, 'failure'>) {
  const { t } = useTranslation('devices')
  if (failure === null) return '–'
  return valveFailureCodes.some((code) => code === failure) ? t(`valveFailure.${failure}`) : failure
}

/** All valve operations, below the progress of the latest requests for several valves. */
export function ValveOperationsScreen({ search, onSearch }: ScreenProps) {
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} />
}

const batchesShown = 5

function Batches() {
  const { t } = useTranslation('devices')
  const batches = useQuery({
    queryKey: [listOperatedValves.path, 'batches'],
    queryFn: ({ signal }) => call(listValveBatches, { limit: batchesShown }, signal),
    refetchInterval: refreshSeconds * 1000,
  })
  if (!batches.data || batches.data.rows.length === 0) return null
  return (
    <section className="nf-panel" aria-label={t('valveBatches.title')}>
      <Group px="sm" py={6} className="nf-panel-head">
        <Text component="h2" className="nf-panel-title">
          {t('valveBatches.title')}
        </Text>
      </Group>
      <ul className="nf-batches">
        {batches.data.rows.map((batch) => (
          <Batch key={batch.batchId} batch={batch} />
        ))}
      </ul>
    </section>
  )
}

function Batch({ batch }: { batch: ValveBatchRow }) {
  const { t } = useTranslation('devices')
  const { timeZone } = useSession()
  const { position, closingReason, reason, requestedAt, requestedBy, sending, success, fail } = batch
  const total = sending + success + fail
  const counts = t('valveBatches.counts', { sending, success, fail })
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} span>
          {t(`valve.action.${position}`)} · {t(`meters.value.closingReason.${closingReason}`)}
        </Text>
        <Text size="sm" span className="nf-figures">
          {counts}
        </Text>
      </Group>
      <Progress.Root size="sm" aria-hidden>
        <Progress.Section value={(success / total) * 100} color="green" />
        <Progress.Section value={(fail / total) * 100} color="red" />
      </Progress.Root>
      <Text size="xs" c="dimmed" component="div">
        <InstantText at={requestedAt} timeZone={timeZone} precision="second" /> · {actorName(requestedBy)}
        {reason !== null && <> · {reason}</>}
      </Text>
    </li>
  )
}
