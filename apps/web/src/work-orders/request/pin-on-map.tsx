import { Button, Group, Text } from '@mantine/core'
import type { ResponseOf } from '@nightflow/schemas/shared/endpoint'
import type { findRequestPage } from '@nightflow/schemas/work-orders/public-request-calls'
import { IconMapPin } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roundedPlace } from '#ui/map/boundary-edit.ts'
import { NetworkMap } from '#ui/map/map.tsx'
import { boundsOf, type LngLat } from '#ui/map/map-geometry.ts'
import { MapHandle } from '#ui/map/map-handle.tsx'

export type Place = { longitude: number; latitude: number }
type Props = { map: ResponseOf<typeof findRequestPage>['map']; place: Place | null; onPlace: (place: Place | null) => void }

/**
 * A pin that is put with a press, and moved by dragging or with the arrow keys. The map is loaded when it is opened. Without tiles it has the position of the
 * telephone and a scale alone; the address above says the place in words.
 */
export function PinOnMap({ map, place, onPlace }: Props) {
  const { t } = useTranslation('request')
  const [isOpen, setIsOpen] = useState(false)
  const centre = useMemo(() => ({ longitude: map.longitude, latitude: map.latitude, zoom: Math.max(map.zoom, 13) }), [map])
  const [fitTo, setFitTo] = useState<ReturnType<typeof boundsOf>>(null)
  const choose = (to: LngLat) => {
    const [longitude, latitude] = roundedPlace(to)
    onPlace({ longitude, latitude })
  }
  const open = () => {
    setFitTo(place && boundsOf([[place.longitude, place.latitude]]))
    setIsOpen(!isOpen)
  }
  return (
    <div>
      <Group gap="xs">
        <Button variant="light" leftSection={<IconMapPin size={18} aria-hidden />} aria-expanded={isOpen} onClick={open}>
          {t(isOpen ? 'closeMap' : 'openMap')}
        </Button>
        {place && (
          <Button variant="subtle" onClick={() => onPlace(null)}>
            {t('removePin')}
          </Button>
        )}
      </Group>
      {isOpen && (
        <>
          <Text size="xs" c="dimmed" my={4}>
            {t('mapHint')}
          </Text>
          <div className="nf-map-field nf-request-map">
            <NetworkMap
              label={t('openMap')}
              areas={noAreas}
              points={noPoints}
              {...nothingElse}
              centre={centre}
              fitTo={fitTo}
              fitZoomMax={16}
              tileUrl={map.tileUrl}
              unsupported={<Text p="sm">{t('noMap')}</Text>}
              onPlace={choose}
              overlay={({ toPixels, toPlace, width, height }) =>
                place ? (
                  <MapHandle
                    kind="pin"
                    at={toPixels([place.longitude, place.latitude])}
                    label={t('pin')}
                    onMove={(to) => choose(toPlace(to))}
                  />
                ) : (
                  <Button
                    className="nf-map-start"
                    size="compact-sm"
                    variant="default"
                    onClick={() => choose(toPlace([width / 2, height / 2]))}
                  >
                    {t('pinInMiddle')}
                  </Button>
                )
              }
            />
          </div>
        </>
      )}
    </div>
  )
}

const nothing = () => undefined
const noAreas: readonly never[] = []
const noPoints: readonly never[] = []
const nothingElse = { selected: undefined, onArea: nothing, onPoint: nothing, describeCluster: String }
