import { Button, Modal, Text } from '@mantine/core'
import type { DetectionRow } from '@nightflow/schemas/leakage/detection'
import { findMovedMeters } from '@nightflow/schemas/leakage/moved-meters'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { addDays, dayOf } from '#ui/local-days.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { FigureTable } from '#ui/table/figure-table.tsx'
import { useFormat } from '#ui/use-format.ts'

/** Days before the change on the page of a meter. */
const daysShown = 28

type Props = { detection: DetectionRow; timeZone: string }

/** A button that lists the customers' meters whose use changed with the flow: water that was used, or a leak behind a meter. */
export function MovedMeters(props: Props) {
  const { t } = useTranslation('leakage')
  const shared = useTranslation('shared').t
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpened(true)}>
        {t('detections.moved.open')}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        size={640}
        title={t('detections.moved.title')}
        closeButtonProps={{ 'aria-label': shared('action.close') }}
      >
        <Meters {...props} />
      </Modal>
    </>
  )
}

function Meters({ detection: { partitionId: id, startedAt, detectedAt, flowLitresPerHour }, timeZone }: Props) {
  const { t } = useTranslation('leakage')
  const format = useFormat()
  const from = dayOf(Date.parse(startedAt), timeZone)
  const to = dayOf(Date.parse(detectedAt) - 1, timeZone)
  const moved = useQuery({
    queryKey: [findMovedMeters.path, id, from, to, flowLitresPerHour],
    queryFn: ({ signal }) => call(findMovedMeters, { id, from, to, flowLitresPerHour }, signal),
  })
  if (moved.isError) return <ErrorState compact error={moved.error} onRetry={() => moved.refetch()} />
  if (!moved.data) return <ChartSkeleton height={120} />
  const { known, rows } = moved.data
  return (
    <>
      <Text size="sm" mb="xs">
        {t('detections.moved.note', { flow: format.cubicMetres(flowLitresPerHour, 2), known: format.number(known, 0) })}
      </Text>
      {rows.length === 0 ? (
        <Text size="sm">{t(known === 0 ? 'detections.moved.unknown' : 'detections.moved.none')}</Text>
      ) : (
        <FigureTable
          minWidth={520}
          rows={rows}
          keyOf={({ number }) => number}
          columns={[
            {
              head: t('investigation.meter.number'),
              cell: ({ number, name }) => (
                <>
                  <ScreenLink
                    screen="devices/meter"
                    params={{ number }}
                    search={{ from: addDays(from, -daysShown), to }}
                    className="nf-link"
                  >
                    {number}
                  </ScreenLink>{' '}
                  <span className="nf-dimmed">{name}</span>
                </>
              ),
            },
            { head: t('detections.moved.usual'), isNumber: true, cell: ({ usualLitresPerHour }) => format.number(usualLitresPerHour, 1) },
            { head: t('detections.moved.since'), isNumber: true, cell: ({ litresPerHour }) => format.number(litresPerHour, 1) },
            { head: t('detections.moved.share'), isNumber: true, cell: ({ share }) => format.share(share, 0) },
          ]}
        />
      )}
    </>
  )
}
