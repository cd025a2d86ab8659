import { Button, Text } from '@mantine/core'
import { IconPolygon } from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Corners,
  cornersMax,
  cornersOf,
  insertedCorner,
  middlesOf,
  movedCorner,
  removedCorner,
  ringOf,
  roundedPlace,
} from '#ui/map/boundary-edit.ts'
import { MapField } from '#ui/map/map-field.tsx'
import { boundsOf, type LngLat, type MapPoint } from '#ui/map/map-geometry.ts'
import { MapHandle } from '#ui/map/map-handle.tsx'
import type { Projector } from '#ui/map/map-view.tsx'

/** Outlines around a boundary, as a help to draw it: the areas above it and beside it. */
export type MapOutline = { id: string; name: string; ring: readonly LngLat[] }
type Props = {
  /** A closed ring as in GeoJSON; null where there is none. */
  value: readonly LngLat[] | null
  onChange: (ring: LngLat[] | null) => void
  /** Where the map looks without a value or surroundings; the tenant's centre when absent. */
  centre?: LngLat | undefined
  around?: readonly MapOutline[] | undefined
  /** Whether the map is shown at once. */
  isOpen?: boolean
  /** Places that the line is drawn around. */
  points?: readonly MapPoint[]
}

/** A boundary drawn on the map corner by corner, and edited by its corners. The field beside it takes coordinates as text. */
export function BoundaryPicker({ value, onChange, centre, around = noOutlines, isOpen, points }: Props) {
  const { t } = useTranslation('shared')
  const [drawn, setDrawn] = useState<Corners | null>(null)
  const corners = useMemo(() => cornersOf(value), [value])
  const areas = useMemo(
    () => around.map(({ id, name, ring }) => ({ id, label: name, ring, colour: '#868e96', level: 2, isLeaf: false, tooltip: name })),
    [around],
  )
  const finish = (all: Corners) => {
    const ring = ringOf(all)
    if (ring) onChange(ring)
    setDrawn(null)
  }
  return (
    <MapField
      isOpen={isOpen}
      points={points}
      label={t('map.drawOnMap')}
      icon={<IconPolygon size={14} aria-hidden />}
      tools={<Tools drawn={drawn} corners={corners} onDraw={setDrawn} onFinish={finish} onRemove={() => onChange(null)} />}
      hint={
        <Text size="xs" c="dimmed" mt={4} role="status">
          {t(drawn ? 'map.drawHint' : corners.length > 0 ? 'map.editHint' : 'map.drawFirst')}
        </Text>
      }
      centre={centre}
      fit={() =>
        boundsOf(corners.length > 0 ? corners : [...around.flatMap(({ ring }) => ring), ...(points ?? []).map(({ position }) => position)])
      }
      areas={areas}
      onPlace={(place) => drawn && drawn.length < cornersMax && setDrawn([...drawn, roundedPlace(place)])}
      overlay={(projector) =>
        drawn ? (
          <Drawing corners={drawn} projector={projector} onDraw={setDrawn} onFinish={finish} />
        ) : (
          <Editing corners={corners} projector={projector} onCorners={(next) => onChange(ringOf(next))} />
        )
      }
    />
  )
}

type ToolsProps = {
  drawn: Corners | null
  corners: Corners
  onDraw: (corners: Corners | null) => void
  onFinish: (corners: Corners) => void
  onRemove: () => void
}

function Tools({ drawn, corners, onDraw, onFinish, onRemove }: ToolsProps) {
  const { t } = useTranslation('shared')
  if (drawn)
    return (
      <>
        <Button size="compact-sm" disabled={drawn.length < 3} onClick={() => onFinish(drawn)}>
          {t('map.finishDrawing')}
        </Button>
        <Button size="compact-sm" variant="default" disabled={drawn.length === 0} onClick={() => onDraw(drawn.slice(0, -1))}>
          {t('map.undoCorner')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onDraw(null)}>
          {t('map.stopDrawing')}
        </Button>
      </>
    )
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => onDraw([])}>
        {t(corners.length > 0 ? 'map.drawAgain' : 'map.draw')}
      </Button>
      {corners.length > 0 && (
        <Button size="compact-sm" variant="default" onClick={onRemove}>
          {t('map.removeBoundary')}
        </Button>
      )}
    </>
  )
}

const pointsOf = (corners: Corners, { toPixels }: Projector): string => corners.map((corner) => toPixels(corner).join(',')).join(' ')

/** The open line so far. A press on its first corner closes it; the keyboard places corners in the middle of the map. */
function Drawing({
  corners,
  projector,
  onDraw,
  onFinish,
}: { corners: Corners; projector: Projector } & Pick<ToolsProps, 'onDraw' | 'onFinish'>) {
  const { t } = useTranslation('shared')
  const { toPixels, toPlace, width, height } = projector
  return (
    <>
      <svg className="nf-map-drawing" aria-hidden="true">
        <polyline className="nf-map-shape" data-open points={pointsOf(corners, projector)} />
      </svg>
      {corners.map((corner, index) => (
        <MapHandle
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the order
          key={index}
          kind="corner"
          at={toPixels(corner)}
          label={t('map.corner', { number: index + 1, count: corners.length })}
          onMove={(to) => onDraw(movedCorner(corners, index, toPlace(to)))}
          onPress={index === 0 && corners.length >= 3 ? () => onFinish(corners) : undefined}
          onRemove={() => onDraw(corners.toSpliced(index, 1))}
        />
      ))}
      <Button
        className="nf-map-start"
        size="compact-sm"
        variant="default"
        onClick={() => onDraw([...corners, roundedPlace(toPlace([width / 2, height / 2]))])}
      >
        {t('map.cornerInMiddle')}
      </Button>
    </>
  )
}

/** More handles than these are no help: the map shows them once it is closer. */
const handlesMax = 150

/** The area with a handle on each corner, and one between two corners that makes a further one. */
function Editing({ corners, projector, onCorners }: { corners: Corners; projector: Projector; onCorners: (corners: Corners) => void }) {
  const { t } = useTranslation('shared')
  const pulled = useRef<number | null>(null)
  const { toPixels, toPlace, width, height } = projector
  const isShown = ([x, y]: readonly [number, number]) => x >= 0 && y >= 0 && x <= width && y <= height
  const shownOf = (places: readonly LngLat[]) =>
    places.map((place, index) => ({ index, place, at: toPixels(place) })).filter(({ at }) => isShown(at))
  const handles = shownOf(corners)
  if (corners.length === 0) return null
  const pull = (index: number, to: readonly [number, number]) => {
    const place = toPlace(to)
    if (pulled.current === null) {
      pulled.current = index + 1
      onCorners(insertedCorner(corners, index, place))
    } else onCorners(movedCorner(corners, pulled.current, place))
  }
  return (
    <>
      <svg className="nf-map-drawing" aria-hidden="true">
        <polygon className="nf-map-shape" points={pointsOf(corners, projector)} />
      </svg>
      {handles.length <= handlesMax &&
        shownOf(middlesOf(corners)).map(({ index, place, at }) => (
          <MapHandle
            key={`between-${index}`}
            kind="between"
            at={at}
            label={t('map.addCorner', { number: index + 1 })}
            onGrab={() => {
              pulled.current = null
            }}
            onMove={(to) => pull(index, to)}
            onPress={() => onCorners(insertedCorner(corners, index, place))}
          />
        ))}
      {handles.length <= handlesMax &&
        handles.map(({ index, at }) => (
          <MapHandle
            key={index}
            kind="corner"
            at={at}
            label={t('map.corner', { number: index + 1, count: corners.length })}
            onMove={(to) => onCorners(movedCorner(corners, index, toPlace(to)))}
            onRemove={() => onCorners(removedCorner(corners, index))}
          />
        ))}
    </>
  )
}

const noOutlines: readonly MapOutline[] = []
