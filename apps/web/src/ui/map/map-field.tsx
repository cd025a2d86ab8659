import { Button, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import type { Bounds, LngLat, MapPoint } from '#ui/map/map-geometry.ts'
import type { MapArea } from '#ui/map/map-layers.ts'
import type { Projector } from '#ui/map/map-view.tsx'
import { UtilityMap } from '#ui/map/utility-map.tsx'

type Props = {
  /** Says what the map is opened for. */
  label: string
  icon: ReactNode
  /** Whether the map is shown at once, where a place is required. */
  isOpen?: boolean | undefined
  /** Beside the button that opens and closes the map. */
  tools?: ReactNode
  hint?: ReactNode
  /** Where the map looks when there is nothing to fit; the tenant's centre when absent. */
  centre?: LngLat | undefined
  /** Initial bounds of the map: read once each time it opens, because the map must not move while a person draws. */
  fit: () => Bounds | null
  fitZoomMax?: number
  areas?: readonly MapArea[]
  /** Places on the map, as a help. */
  points?: readonly MapPoint[] | undefined
  onPlace: (place: LngLat) => void
  overlay: (projector: Projector) => ReactNode
}

/** A map below a field, opened by a button, to pick a place on it or to draw. */
export function MapField({ label, icon, isOpen = false, tools, hint, ...map }: Props) {
  const { t } = useTranslation('shared')
  const [opened, setOpened] = useState(isOpen)
  return (
    <div>
      <Group gap="xs" mb={opened ? 6 : 0}>
        <Button size="compact-sm" variant="light" leftSection={icon} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? t('map.closePicker') : label}
        </Button>
        {opened && tools}
      </Group>
      {opened && <OpenMap label={label} {...map} />}
      {opened && hint}
    </div>
  )
}

function OpenMap({ label, centre, fit, areas = noAreas, points = noPoints, ...map }: Omit<Props, 'icon' | 'isOpen' | 'tools' | 'hint'>) {
  const { t } = useTranslation('shared')
  const { mapCentre } = useSession()
  const start = useMemo(
    () => (centre ? { longitude: centre[0], latitude: centre[1], zoom: mapCentre.zoom } : mapCentre),
    [centre, mapCentre],
  )
  const [fitTo] = useState(fit)
  return (
    <div className="nf-map-field">
      <UtilityMap
        label={label}
        areas={areas}
        {...nothingElse}
        points={points}
        centre={start}
        fitTo={fitTo}
        unsupported={<Text p="sm">{t('map.typeInstead')}</Text>}
        {...map}
      />
    </div>
  )
}

const nothing = () => undefined
const noAreas: readonly MapArea[] = []
const noPoints: readonly MapPoint[] = []
const nothingElse = { selected: undefined, onArea: nothing, onPoint: nothing, describeCluster: String }
