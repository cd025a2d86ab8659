import { Button, Code, Drawer, Group, Text } from '@mantine/core'
import type { EventDetail } from '@nightflow/schemas/audit/log'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { eventQuery } from '#audit/audit-queries.ts'
import { MaskedNote } from '#audit/masked-note.tsx'
import { useSession } from '#session/session-query.ts'
import { InstantText } from '#ui/instant.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ErrorState } from '#ui/states.tsx'
import { useFormat } from '#ui/use-format.ts'

/** As many readings as the server unpacks for people. */
const readingsUnpackedMax = 1000

/** One event in full, beside the list: data, a frame's readings, and the hashes that chain it to its predecessor. */
export function EventDrawer({
  position,
  onPosition,
}: {
  position: number | undefined
  onPosition: (position: number | undefined) => void
}) {
  const { t } = useTranslation('audit')
  const shared = useTranslation('shared').t
  const format = useFormat()
  const event = useQuery({ ...eventQuery(position ?? 0), enabled: position !== undefined })
  // In no cache: closing the drawer or going on masks the values again.
  const [revealed, setRevealed] = useState<EventDetail>()
  return (
    <Drawer
      opened={position !== undefined}
      onClose={() => onPosition(undefined)}
      position="right"
      size="xl"
      title={t('event.title', { position: format.number(position) })}
      closeButtonProps={{ 'aria-label': shared('action.close') }}
    >
      {event.isError ? (
        <ErrorState error={event.error} onRetry={() => event.refetch()} />
      ) : event.data ? (
        <EventContent event={revealed && revealed.position === position ? revealed : event.data} onRevealed={setRevealed} />
      ) : (
        [60, 80, 70, 90, 50].map((width) => <Skeleton key={width} height={14} width={`${width}%`} my={12} />)
      )}
      {position !== undefined && (
        <Group justify="space-between" mt="md">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconChevronLeft size={14} />}
            disabled={position <= 1}
            onClick={() => onPosition(position - 1)}
          >
            {t('event.previous')}
          </Button>
          <Button variant="default" size="xs" rightSection={<IconChevronRight size={14} />} onClick={() => onPosition(position + 1)}>
            {t('event.next')}
          </Button>
        </Group>
      )}
    </Drawer>
  )
}

function EventContent({ event, onRevealed }: { event: EventDetail; onRevealed: (event: EventDetail) => void }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  const rows: [string, ReactNode][] = [
    [
      t('column.type'),
      `${t(`eventType.${event.type.replace('.', '-')}`, { defaultValue: event.type })} · ${event.type} v${event.schemaVersion}`,
    ],
    [t('column.stream'), <span key="stream" className="nf-mono">{`${event.stream} #${event.version}`}</span>],
    [t('column.recordedAt'), <InstantText key="at" at={event.recordedAt} timeZone={timeZone} precision="second" />],
    [t('column.actor'), event.actor],
    [t('event.cause'), event.cause],
    [t('event.correlation'), event.correlation],
    [
      t('event.hash'),
      <span key="hash" className="nf-mono">
        {event.hash}
      </span>,
    ],
    [
      t('event.previousHash'),
      event.previousHash ? (
        <span key="previous" className="nf-mono">
          {event.previousHash}
        </span>
      ) : (
        t('event.firstOfStream')
      ),
    ],
    [t('column.packedBytes'), `${format.number(event.packedBytes)} B`],
  ]
  return (
    <>
      <dl className="nf-details nf-details-flush">
        {rows
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Text fw={600} size="sm" mt="md" mb={4}>
        {t('event.data')}
      </Text>
      {event.isMasked && <MaskedNote position={event.position} onRevealed={onRevealed} />}
      <ScrollRegion label={t('event.data')} heightMax={280}>
        <Code block className="nf-mono" style={{ overflow: 'visible', width: 'max-content', minWidth: '100%' }}>
          {JSON.stringify(event.data, null, 2)}
        </Code>
      </ScrollRegion>
      {event.readings && <Readings readings={event.readings} />}
    </>
  )
}

function Readings({ readings }: { readings: readonly Record<string, unknown>[] }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const columns = [...new Set(readings.flatMap((reading) => Object.keys(reading)))].map((column) => ({
    column,
    className: readings.some((reading) => typeof reading[column] === 'number') ? 'nf-numeric' : undefined,
  }))
  return (
    <>
      <Text fw={600} size="sm" mt="md" mb={4}>
        {t(readings.length >= readingsUnpackedMax ? 'event.readingsCut' : 'event.readings', {
          count: format.number(readings.length),
        } as Record<string, string>)}
      </Text>
      <ScrollRegion label={t('event.readingsTable')} heightMax={360} className="nf-panel">
        <table className="nf-table">
          <thead>
            <tr>
              {columns.map(({ column, className }) => (
                <th key={column} scope="col" className={className}>
                  {t(`reading.${column}`, { defaultValue: column })}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {readings.map((reading, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: readings of a frame have no other name than their place.
              <tr key={index}>
                {columns.map(({ column, className }) => (
                  <td key={column} className={className}>
                    <ReadingValue column={column} value={reading[column]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  )
}

function ReadingValue({ column, value }: { column: string; value: unknown }) {
  const format = useFormat()
  const { t } = useTranslation('metering')
  const { timeZone } = useSession()
  if (value === null || value === undefined) return '–'
  if (column === 'at') return <InstantText at={String(value)} timeZone={timeZone} precision="second" />
  if (typeof value === 'number') return format.exact(value)
  const words = [value].flat().map(String)
  return column === 'flags' && words.length > 0
    ? format.list(words.map((word) => t(`meterFlag.${word}`, { defaultValue: word })))
    : words.join(' ')
}
