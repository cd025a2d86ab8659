import { Badge, CloseButton, Select } from '@mantine/core'
import type { EventRow } from '@nightflow/schemas/audit/log'
import { eventCatalogue } from '@nightflow/schemas/events'
import { IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { eventsQuery } from '#audit/audit-queries.ts'
import { EventDrawer } from '#audit/event-drawer.tsx'
import { useSession } from '#session/session-query.ts'
import { ScreenLink } from '#shell/screen-link.tsx'
import { InstantText } from '#ui/instant.tsx'
import { Page } from '#ui/page.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { type DataColumn, DataTable } from '#ui/table/data-table.tsx'
import { pageOf } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { useTableState } from '#ui/table/table-state.ts'
import { useFormat } from '#ui/use-format.ts'

type Row = z.infer<typeof EventRow>
export type EventsChoice = {
  stream?: string | undefined
  type?: string | undefined
  position?: number | undefined
  page?: number | undefined
  size?: number | undefined
}

const eventTypes = Object.keys(eventCatalogue)

/** Events of the log, newest first; one event opens beside the list. */
export function EventsScreen({ choice, onChoice }: { choice: EventsChoice; onChoice: (choice: EventsChoice) => void }) {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const [state, setState] = useTableState()
  const events = useQuery(eventsQuery(choice.stream, choice.type, pageOf(choice)))
  const columns = useEventColumns(onChoice)
  return (
    <Page title={t('events.title')} subtitle={events.data ? t('events.head', { head: format.number(events.data.head) }) : ' '}>
      {events.isError ? (
        <div className="nf-panel">
          <ErrorState error={events.error} onRetry={() => events.refetch()} />
        </div>
      ) : (
        <DataTable
          label={t('events.title')}
          fileName="events"
          columns={columns}
          rows={events.data?.rows}
          isStale={events.isPlaceholderData}
          rowId={(row) => String(row.position)}
          state={state}
          onState={setState}
          sortable={false}
          heightMax="calc(100vh - 288px)"
          onRow={(row) => onChoice({ position: row.position })}
          isSelected={(row) => row.position === choice.position}
          title={
            <>
              <Select
                size="xs"
                w={250}
                clearable
                searchable
                placeholder={t('events.allTypes')}
                aria-label={t('events.type')}
                data={eventTypes.map((type) => ({ value: type, label: t(`eventType.${type.replace('.', '-')}`, { defaultValue: type }) }))}
                value={choice.type ?? null}
                onChange={(type) => onChoice({ type: type ?? undefined, page: undefined })}
              />
              {choice.stream && (
                <Badge
                  variant="light"
                  tt="none"
                  rightSection={
                    <CloseButton
                      size="xs"
                      aria-label={t('events.allStreams')}
                      onClick={() => onChoice({ stream: undefined, page: undefined })}
                    />
                  }
                >
                  {choice.stream}
                </Badge>
              )}
            </>
          }
          empty={<EmptyState icon={IconListDetails} title={t('events.emptyTitle')} text={t('events.emptyText')} />}
          foot={events.data && <Pager total={events.data.total} {...pageOf(choice)} onChange={onChoice} />}
        />
      )}
      <EventDrawer position={choice.position} onPosition={(position) => onChoice({ position })} />
    </Page>
  )
}

function useEventColumns(onChoice: (choice: EventsChoice) => void): DataColumn<Row>[] {
  const { t } = useTranslation('audit')
  const format = useFormat()
  const { timeZone } = useSession()
  return useMemo(
    (): DataColumn<Row>[] => [
      {
        id: 'position',
        label: t('column.position'),
        numeric: true,
        value: (row) => row.position,
        cell: (row) => (
          <button type="button" className="nf-plain-button nf-figures" onClick={() => onChoice({ position: row.position })}>
            {format.number(row.position)}
          </button>
        ),
      },
      {
        id: 'type',
        label: t('column.type'),
        value: (row) => row.type,
        cell: (row) => t(`eventType.${row.type.replace('.', '-')}`, { defaultValue: row.type }),
      },
      {
        id: 'stream',
        label: t('column.stream'),
        value: (row) => row.stream,
        cell: (row) => (
          <ScreenLink
            screen="audit/events"
            search={{ stream: row.stream }}
            className="nf-link nf-mono"
            onClick={(event) => event.stopPropagation()}
          >
            <span className="nf-clip" title={row.stream}>
              {row.stream}
            </span>
          </ScreenLink>
        ),
      },
      { id: 'version', label: t('column.version'), numeric: true, value: (row) => row.version, cell: (row) => format.number(row.version) },
      {
        id: 'recordedAt',
        label: t('column.recordedAt'),
        value: (row) => row.recordedAt,
        cell: (row) => <InstantText at={row.recordedAt} timeZone={timeZone} precision="second" />,
      },
      { id: 'actor', label: t('column.actor'), value: (row) => row.actor },
      {
        id: 'packedBytes',
        label: t('column.packedBytes'),
        unit: 'B',
        numeric: true,
        value: (row) => row.packedBytes,
        cell: (row) => format.number(row.packedBytes),
      },
      {
        id: 'hash',
        label: t('column.hash'),
        value: (row) => row.hash,
        cell: (row) => <span className="nf-mono">{row.hash.slice(0, 12)}</span>,
      },
    ],
    [t, format, timeZone, onChoice],
  )
}
