import { IconMap2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Board } from '#dashboard/dashboard-queries.ts'
import { useSession } from '#session/session-query.ts'
import { NetworkMap } from '#ui/map/map.tsx'
import { EmptyState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = { rows: Board['rows']; shown: string | undefined; onChoose: (tenant: string) => void }

/** Where the tenants are. */
export function TenantMap({ rows, shown, onChoose }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const { mapCentre, map } = useSession()
  const points = useMemo(
    () =>
      rows.map(({ code, tenantName, longitude, latitude, meters }) => ({
        id: code,
        position: [longitude, latitude] as const,
        name: tenantName,
        label: t('board.place', { name: tenantName, meters: format.number(meters) }),
      })),
    [rows, t, format],
  )
  return (
    <section className="nf-panel nf-board-map" aria-label={t('board.map')}>
      <NetworkMap
        label={t('board.mapLabel')}
        areas={noAreas}
        points={points}
        selected={undefined}
        selectedPoint={shown}
        onArea={nothing}
        onPoint={onChoose}
        centre={mapCentre}
        tileUrl={map.tileUrls[map.mapType]}
        describeCluster={(count) => t('board.tenantsHere', { number: format.number(count) })}
        fitZoomMax={10}
        zoomMin={1}
        clusterBelowZoom={0}
        unsupported={<EmptyState icon={IconMap2} title={t('map.unsupportedTitle')} text={t('map.unsupportedText')} />}
      />
    </section>
  )
}

const noAreas: [] = []
const nothing = () => undefined
