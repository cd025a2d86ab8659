import { Button, Group, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#session/session-query.ts'
import { roundedPlace } from '#ui/map/boundary-edit.ts'
import { boundsOf, type LngLat } from '#ui/map/map-geometry.ts'
import { MapHandle } from '#ui/map/map-handle.tsx'
import { UtilityMap } from '#ui/map/utility-map.tsx'

type Props = {
  /** Null while none is chosen. */
  value: LngLat | null
  onChange: (place: LngLat) => void
  /** Where the map looks without a value; the tenant's centre when absent. */
  centre?: LngLat | undefined
  /** Whether the map is shown at once, where a place is required. */
  isOpen?: boolean | undefined
}

/**
 * A place chosen on the map: a press puts the pin, and dragging or the arrow keys move it. Coordinates are typed in the two fields
 * of the form that this control belongs to.
 */
export function PositionPicker({ value, onChange, centre, isOpen = false }: Props) {
  const { t } = useTranslation('shared')
  const [opened, setOpened] = useState(isOpen)
  const { mapCentre } = useSession()
  // The map must not move under the hand that moves the pin: what it shows first is decided once, when it opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  const fitTo = useMemo(() => (value ? boundsOf([value]) : null), [opened])
  const start = useMemo(
    () => (centre ? { longitude: centre[0], latitude: centre[1], zoom: mapCentre.zoom } : mapCentre),
    [centre, mapCentre],
  )
  const choose = (place: LngLat) => onChange(roundedPlace(place))
  return (
    <div>
      <Group gap="xs" mb={opened ? 6 : 0}>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconMapPin size={14} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t(opened ? 'map.closePicker' : 'map.pickPosition')}
        </Button>
        {opened && (
          <Text size="xs" c="dimmed">
            {t('map.pickHint')}
          </Text>
        )}
      </Group>
      {opened && (
        <div className="nf-map-field">
          <UtilityMap
            label={t('map.pickPosition')}
            {...nothingElse}
            centre={start}
            fitTo={fitTo}
            fitZoomMax={15}
            onPlace={choose}
            unsupported={<Text p="sm">{t('map.typeInstead')}</Text>}
            overlay={({ toPixels, toPlace, width, height }) =>
              value ? (
                <MapHandle kind="pin" at={toPixels(value)} label={t('map.pin')} onMove={(to) => choose(toPlace(to))} />
              ) : (
                <Button
                  className="nf-map-start"
                  size="compact-sm"
                  variant="default"
                  onClick={() => choose(toPlace([width / 2, height / 2]))}
                >
                  {t('map.pinInMiddle')}
                </Button>
              )
            }
          />
        </div>
      )}
    </div>
  )
}

const nothing = () => undefined
const nothingElse = {
  areas: [],
  points: [],
  selected: undefined,
  onArea: nothing,
  onPoint: nothing,
  describeCluster: String,
  tileUrl: null,
}
