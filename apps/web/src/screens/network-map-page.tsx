import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapChoice, NetworkMapScreen } from '#leakage/network-map-screen.tsx'
import { useMay, useSession } from '#session/session-query.ts'
import { useOpenScreen } from '#shell/screen-link.tsx'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { useFormat } from '#ui/use-format.ts'
import { useMayDo } from '#ui/use-may-do.ts'
import { gaugePoints, mapGaugesQuery, mapMetersQuery } from './map-meters.ts'

const gaugeFigures = ['flow', 'pressure'] as const
const gaugeLists = { flow: resourceCalls.flowMeters.list, pressure: resourceCalls.pressureMeters.list }

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
