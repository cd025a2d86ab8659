import { Drawer, SegmentedControl, UnstyledButton } from '@mantine/core'
import { listPressureMeterHistory } from '@nightflow/schemas/devices/device-calls'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { resources } from '@nightflow/schemas/resources'
import { IconGauge } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { PressureAnalysis } from '#devices/pressure-analysis.tsx'
import { PressureBadge, type PressureMeter } from '#devices/pressure-badge.tsx'
import { useSession } from '#session/session-query.ts'
import { RowHistory } from '#shell/row-history.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { resourceOf } from '#ui/resource/resource-of.ts'
import { ResourceScreen } from '#ui/resource/resource-screen.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { filterOf, pageOf } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { useFormat } from '#ui/use-format.ts'
import '#devices/devices.css'

const words = { texts: 'devices', name: 'pressureMeter', calls: {} }
const calls = resourceCalls.pressureMeters
const refreshSeconds = 60

const resource = resourceOf(resources.pressureMeters, calls, {
  cell: { pressureState: (row) => <PressureBadge meter={row} /> },
  drawer: { name: 'meter', Drawer: PressureDrawer },
  related: [['pressure-meter-history'], ['pressure-analysis'], [calls.find.path]],
  refreshSeconds,
})

/** Pressure meters as a list or as cards; either opens the single-point analysis. */
export function Screen({ search, onSearch }: ScreenProps) {
  const isCards = search.view === 'cards'
  const change = <ViewSwitch isCards={isCards} onChange={(view) => onSearch({ view }, { replace: true })} />
  if (isCards) return <Cards search={search} onSearch={onSearch} view={change} />
  return <ResourceScreen resource={resource} search={search} onSearch={onSearch} status={change} />
}

function ViewSwitch({ isCards, onChange }: { isCards: boolean; onChange: (view: string | undefined) => void }) {
  const { t } = useTranslation('devices')
  return (
    <SegmentedControl
      size="xs"
      aria-label={t('pressureMeter.view.label')}
      value={isCards ? 'cards' : 'list'}
      data={['list', 'cards'].map((value) => ({ value, label: t(`pressureMeter.view.${value}`) }))}
      onChange={(value) => onChange(value === 'cards' ? value : undefined)}
    />
  )
}

function PressureDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('devices')
  const shared = useTranslation('shared').t
  const pressureMeterId = Number(id)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size={720}
      title={t('pressureMeter.analysis.title')}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {id !== undefined && (
        <div className="nf-stack">
          <PressureAnalysis id={pressureMeterId} />
          <RowHistory
            resource={words}
            endpoint={listPressureMeterHistory}
            queryKey={['pressure-meter-history', pressureMeterId]}
            of={{ pressureMeterId }}
          />
        </div>
      )}
    </Drawer>
  )
}

function Cards({ search, onSearch, view }: Pick<ScreenProps, 'search' | 'onSearch'> & { view: ReactNode }) {
  const { t } = useTranslation('devices')
  const { page, size, from } = pageOf(search)
  const request = { ...filterOf(search, calls.filter), pageNum: page, pageSize: size }
  const list = useQuery({
    queryKey: [calls.list.path, request],
    queryFn: ({ signal }) => call(calls.list, request, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshSeconds * 1000,
  })
  return (
    <Page title={t('pressureMeter.title')} subtitle={t('pressureMeter.subtitle')} status={view}>
      {list.isError && <ErrorState error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.total === 0 && <EmptyState icon={IconGauge} title={t('pressureMeter.emptyTitle')} text={t('pressureMeter.emptyText')} />}
      <div className="nf-device-cards">
        {list.data?.rows.map((row) => (
          <Card key={row.pressureMeterId} meter={row} onOpen={() => onSearch({ meter: row.pressureMeterId }, { replace: true })} />
        ))}
      </div>
      {list.data && list.data.total > 0 && (
        <Pager total={list.data.total} isTotalBounded={false} page={page} size={size} from={from} onChange={(next) => onSearch(next)} />
      )}
      <PressureDrawer
        id={search.meter === undefined ? undefined : String(search.meter)}
        onClose={() => onSearch({ meter: undefined }, { replace: true })}
      />
    </Page>
  )
}

function Card({ meter, onOpen }: { meter: PressureMeter; onOpen: () => void }) {
  const { t } = useTranslation('devices')
  const format = useFormat()
  const { timeZone } = useSession()
  const { monitoringSite, deviceNumber, pressureKilopascal, lowerLimitKilopascal, upperLimitKilopascal, collectTime } = meter
  return (
    <UnstyledButton className="nf-panel nf-device-card" onClick={onOpen}>
      <span className="nf-device-card-head">
        <strong>{monitoringSite}</strong>
        <PressureBadge meter={meter} />
      </span>
      <span className="nf-dimmed nf-figures">{deviceNumber}</span>
      <span className="nf-figure-value">
        {format.number(pressureKilopascal, 1)} <span className="nf-figure-unit">kPa</span>
      </span>
      <span className="nf-dimmed nf-figures">
        {t('pressureMeter.limits', { lower: format.number(lowerLimitKilopascal), upper: format.number(upperLimitKilopascal) })}
      </span>
      <span className="nf-dimmed">
        <InstantText at={collectTime} timeZone={timeZone} />
      </span>
    </UnstyledButton>
  )
}
