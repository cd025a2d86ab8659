import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DetectionsScreen } from '#leakage/detections-screen.tsx'
import { type LeakageChoice, LeakageScreen } from '#leakage/leakage-screen.tsx'
import { type MapChoice, NetworkMapScreen } from '#leakage/network-map-screen.tsx'
import { type TimeTravelChoice, TimeTravelScreen } from '#leakage/time-travel-screen.tsx'
import { type WaterBalanceChoice, WaterBalanceScreen } from '#leakage/water-balance-screen.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import type { DayRangeChoice } from '#ui/day-range.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { CaseFromDetection } from '#work-orders/case-from-detection.tsx'
import { gaugePoints, mapGaugesQuery, mapMetersQuery } from './map-meters.ts'

const gaugeFigures = ['flow', 'pressure'] as const
const gaugeLists = { flow: resourceCalls.flowMeters.list, pressure: resourceCalls.pressureMeters.list }

/** Screens are put together here: contexts do not know one another. */

export function Leakage({ search, onSearch }: ScreenProps<LeakageChoice>) {
  const mayManage = useMay('leakage:partition:manage')
  const change = (next: LeakageChoice) => onSearch(next, { resetScroll: next.partition !== undefined })
  return <LeakageScreen choice={search} onChoice={change} mayManage={mayManage} />
}

export function NetworkMap({ search, onSearch }: ScreenProps<MapChoice>) {
  const session = useSession()
  const maySeeMeters = useMay('devices:meter:read')
  const meters = useQuery({ ...mapMetersQuery(search.day), enabled: maySeeMeters })
  const open = useOpenScreen()
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const mayDo = useMayDo()
  const figures = gaugeFigures.filter((figure) => mayDo(gaugeLists[figure]))
  const figure = figures.find((each) => each === search.meters)
  const gauges = useQuery({ ...mapGaugesQuery(figure ?? 'flow'), enabled: figure !== undefined })
  const points = useMemo(() => {
    if (figure === undefined) return meters.data?.points
    const written = (value: number | null) =>
      value === null
        ? t('map.unknown')
        : figure === 'flow'
          ? `${format.cubicMetres(value, 1)} ${t('unit.cubicMetresPerHour')}`
          : t('map.metresOfWater', { value: format.number(value, 1) })
    return gauges.data && gaugePoints(gauges.data, written)
  }, [figure, meters.data, gauges.data, format, t])
  return (
    <NetworkMapScreen
      choice={search}
      onChoice={(next) => onSearch(next, { replace: true })}
      onOpen={(partition) => open('leakage/index', { search: { partition } })}
      onMeter={(number) => open('devices/meter', { params: { number } })}
      session={session}
      meters={(figure === undefined ? maySeeMeters && !meters.isError : !gauges.isError) ? points : []}
      metersCut={figure === undefined && (meters.data?.cut ?? false)}
      hasDays={maySeeMeters}
      figures={figures}
    />
  )
}

export function TimeTravel({ search, onSearch }: ScreenProps<TimeTravelChoice>) {
  return <TimeTravelScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} />
}

const caseOf = (detection: DetectionRow) => <CaseFromDetection detection={detection} />

export function Detections({ search, onSearch }: ScreenProps<DayRangeChoice>) {
  return <DetectionsScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} rowTool={caseOf} />
}

export function WaterBalance({ search, onSearch }: ScreenProps<WaterBalanceChoice>) {
  const mayManage = useMay('leakage:partition:manage')
  return <WaterBalanceScreen choice={search} onChoice={(next) => onSearch(next, { resetScroll: false })} mayManage={mayManage} />
}
