import { Text } from '@mantine/core'
import { listMeterChoices, metersPerImportMax } from '@nightflow/schemas/leakage/meter-choice'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useProblemText } from '#api/problem-text.ts'
import { partitionsQuery } from '#leakage/partitions-query.ts'
import type { WayProps } from '#leakage/way-props.ts'
import { BoundaryPicker } from '#ui/map/boundary-picker.tsx'
import type { LngLat, MapPoint } from '#ui/map/map-geometry.ts'
import { useFormat } from '#ui/use-format.ts'

const chosenColour = '#2b8a3e'

/** Meters inside a line that is drawn on the map are chosen; those that do not fit are shown with the reason. */
export function MeterLasso({ id, role, days, meters, onFits }: WayProps) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const problemText = useProblemText()
  const [line, setLine] = useState<LngLat[] | null>(null)
  const partitions = useQuery(partitionsQuery).data?.rows
  const point = partitions?.find((row) => row.id === id)
  // The outlines around it, and its own, where it has one.
  const around = useMemo(
    () =>
      (partitions ?? []).flatMap(({ id: other, name, boundary, rootId }) =>
        boundary !== null && rootId === point?.rootId ? [{ id: other, name, ring: boundary }] : [],
      ),
    [partitions, point?.rootId],
  )
  // A customer's meter that is in a partition on these days is left out: it would be refused.
  const request = { id, role, ...days, ...(role === 'sub' && { onlyOpened: true, membership: 'free' as const }), limit: metersPerImportMax }
  const shown = useQuery({
    queryKey: ['partitions', 'meter-places', request],
    queryFn: ({ signal }) => call(listMeterChoices, request, signal),
    staleTime: 60_000,
  })
  const inside = useMutation({
    mutationFn: (area: LngLat[]) => call(listMeterChoices, { ...request, area: area.map(([x, y]): [number, number] => [x, y]) }),
    onSuccess: ({ rows }) => onFits(rows),
  })
  const points = useMemo(
    () =>
      (shown.data?.rows ?? []).flatMap(({ number, address, longitude, latitude }): MapPoint[] =>
        longitude === null || latitude === null
          ? []
          : [
              {
                id: number,
                position: [longitude, latitude],
                label: [number, address].filter((word) => word !== null).join(' · '),
                ...(meters.chosen.has(number) && { colour: chosenColour }),
              },
            ],
      ),
    [shown.data, meters.chosen],
  )
  const draw = (next: LngLat[] | null) => {
    setLine(next)
    if (next) inside.mutate(next)
  }
  return (
    <div>
      <Text size="sm" mb={6}>
        {t(role === 'sub' ? 'choose.lassoFreeHint' : 'choose.lassoHint')}
      </Text>
      <BoundaryPicker isOpen value={line} onChange={draw} around={around} points={points} />
      <Text size="sm" mt={6} role="status" className="nf-figures">
        {inside.isError
          ? problemText(inside.error)
          : inside.data &&
            t('choose.lassoFound', { found: format.number(inside.data.total), shown: format.number(inside.data.rows.length) })}
      </Text>
    </div>
  )
}
