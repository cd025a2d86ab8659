import { Text } from '@mantine/core'
import { type Mark, type MarkKind, markKinds, type PartitionMarks } from '@nightflow/schemas/leakage/investigation'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { linesOf, markKey, placeOf } from '#leakage/investigation/marks.ts'
import { useMarkText } from '#leakage/investigation/use-mark-text.tsx'
import { followZoom, type ZoomRange, zoomOf } from '#ui/chart/chart-zoom.ts'
import { useFormat } from '#ui/use-format.ts'
import '#leakage/investigation/investigation.css'

type Props = {
  marks: PartitionMarks
  /** Of the charts above, without a zoom; epoch seconds. */
  span: ZoomRange
  group: string
  chosen: string | undefined
  onChoose: (key: string) => void
  /** Of whose events they are, where those of two are shown. */
  of?: string | undefined
}

/** The events of a partition, one lane for each kind, on the time axis of the charts above. */
export function MarkLanes({ marks: { rows, cut, timeZone }, span, group, chosen, onChoose, of }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const shown = useZoomedSpan(group, span)
  const lanes = markKinds.map((kind) => ({ kind, marks: rows.filter((mark) => mark.kind === kind) }))
  const title = of === undefined ? t('investigation.marks') : t('investigation.marksOf', { label: of })
  const empty = lanes.filter(({ marks }) => marks.length === 0).map(({ kind }) => t(`investigation.lane.${kind}`))
  return (
    <section className="nf-panel" aria-label={title}>
      <div className="nf-panel-head nf-figures-head">
        <Text component="h2" className="nf-panel-title" m={0}>
          {title}
        </Text>
      </div>
      <div className="nf-lanes">
        {lanes
          .filter(({ marks }) => marks.length > 0)
          .map(({ kind, marks }) => (
            <Lane key={kind} {...{ kind, marks, span: shown, timeZone, chosen, onChoose }} />
          ))}
      </div>
      <Text size="xs" c="dimmed" px="sm" pb={6}>
        {empty.length > 0 && t('investigation.none', { lanes: format.list(empty) })}{' '}
        {cut.map((kind) => t('investigation.cut', { lane: t(`investigation.lane.${kind}`) })).join(' ')}
      </Text>
    </section>
  )
}

/** The span that the charts show now. */
function useZoomedSpan(group: string, span: ZoomRange): ZoomRange {
  const [zoom, setZoom] = useState<ZoomRange | null>(() => zoomOf(group))
  useEffect(() => {
    setZoom(zoomOf(group))
    return followZoom(group, setZoom)
  }, [group])
  return zoom ?? span
}

/** Pixels of one line of a lane. */
const lineHeight = 16

type LaneProps = {
  kind: MarkKind
  marks: readonly Mark[]
  span: ZoomRange
  timeZone: string
  chosen: string | undefined
  onChoose: (key: string) => void
}

function Lane({ kind, marks, span, timeZone, chosen, onChoose }: LaneProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const textOf = useMarkText()
  const name = t(`investigation.lane.${kind}`)
  const placed = marks.flatMap((mark) => {
    const place = placeOf(mark, span)
    return place ? [{ mark, place }] : []
  })
  const lines = linesOf(placed.map(({ place }) => place))
  return (
    <fieldset className="nf-lane" data-kind={kind}>
      <legend>{name}</legend>
      <div className="nf-lane-track" style={{ height: lineHeight * Math.max(1, ...lines.map((line) => line + 1)) + 3 }}>
        {placed.map(({ mark, place }, index) => {
          const key = markKey(mark)
          const label = `${name}: ${textOf(mark)}, ${format.instant(mark.at, timeZone)}`
          return (
            <button
              key={key}
              type="button"
              className="nf-mark"
              data-moment={place.width === 0 || undefined}
              aria-pressed={key === chosen}
              aria-label={label}
              title={label}
              style={{ left: `${place.left * 100}%`, width: `${place.width * 100}%`, top: 2 + lineHeight * lines[index]! }}
              onClick={() => onChoose(key)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
