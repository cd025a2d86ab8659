import { Button, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { roundedPlace } from '#ui/map/boundary-edit.ts'
import { MapField } from '#ui/map/map-field.tsx'
import { boundsOf, type LngLat } from '#ui/map/map-geometry.ts'
import { MapHandle } from '#ui/map/map-handle.tsx'

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
export function PositionPicker({ value, onChange, centre, isOpen }: Props) {
  const { t } = useTranslation('shared')
  const choose = (place: LngLat) => onChange(roundedPlace(place))
  return (
    <MapField
      label={t('map.pickPosition')}
      icon={<IconMapPin size={14} aria-hidden />}
      isOpen={isOpen}
      tools={
        <Text size="xs" c="dimmed">
          {t('map.pickHint')}
        </Text>
      }
      centre={centre}
      fit={() => (value ? boundsOf([value]) : null)}
      fitZoomMax={15}
      onPlace={choose}
      overlay={({ toPixels, toPlace, width, height }) =>
        value ? (
          <MapHandle kind="pin" at={toPixels(value)} label={t('map.pin')} onMove={(to) => choose(toPlace(to))} />
        ) : (
          <Button className="nf-map-start" size="compact-sm" variant="default" onClick={() => choose(toPlace([width / 2, height / 2]))}>
            {t('map.pinInMiddle')}
          </Button>
        )
      }
    />
  )
}
