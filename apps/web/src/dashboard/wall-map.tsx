import { useMediaQuery } from '@mantine/hooks'
import { IconMap2 } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WallFigures } from '#dashboard/dashboard-queries.ts'
import { aboutIf } from '#ui/about-if.ts'
import { NetworkMap } from '#ui/map/map.tsx'
import { innermostOf } from '#ui/map/map-geometry.ts'
import { EmptyState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

type Props = {
  shapes: WallFigures['shapes']
  /** Beside each name the mean flow of its latest day. */
  hasFlow: boolean
  colourOf: (leakageRate: number | null) => string
  legend: ReactNode
}

/** The partitions on plain ground by leakage rate. Without tiles: a wall without a session calls no other server. */
export function WallMap({ shapes, hasFlow, colourOf, legend }: Props) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const scale = useMediaQuery(largeScreen) ? 2 : 1
  const areas = useMemo(() => {
    const innermost = innermostOf(shapes.map(({ id, parentId, outline }) => ({ id, parentId, isDrawn: outline !== null })))
    return shapes.flatMap(({ id, name, level, leakageRate, flowLitresPerHour, estimated, outline }) =>
      outline === null
        ? []
        : [
            {
              id,
              label:
                hasFlow && flowLitresPerHour !== null ? t('wall.flow', { name, flow: format.cubicMetres(flowLitresPerHour, 1) }) : name,
              ring: outline,
              colour: colourOf(leakageRate),
              level,
              isLeaf: innermost.has(id),
              tooltip: t('wall.area', { name, rate: aboutIf(estimated && leakageRate !== null, format.share(leakageRate)) }),
            },
          ],
    )
  }, [shapes, hasFlow, colourOf, t, format])
  return (
    <div className="nf-wall-panel nf-wall-map">
      {areas.length === 0 ? (
        <EmptyState icon={IconMap2} title={t('wall.noShapes')} />
      ) : (
        <>
          <NetworkMap
            label={t('wall.map')}
            areas={areas}
            points={noPoints}
            selected={undefined}
            onArea={nothing}
            onPoint={nothing}
            centre={anywhere}
            tileUrl={null}
            scale={scale}
            describeCluster={String}
            unsupported={<EmptyState icon={IconMap2} title={t('map.unsupportedTitle')} text={t('map.unsupportedText')} />}
          />
          {legend}
        </>
      )}
    </div>
  )
}

/** As in `wall-scenes.css`. */
const largeScreen = '(min-width: 2880px)'
const noPoints: [] = []
const nothing = () => undefined
/** Until the areas are fitted. */
const anywhere = { longitude: 120.11, latitude: 30.27, zoom: 10 }
