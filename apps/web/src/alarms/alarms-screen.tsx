import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { AlarmRow } from '@nightflow/schemas/alarms/alarm'
import { listAlarms, processAlarm } from '@nightflow/schemas/alarms/endpoints'
import { IconBell } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AlarmDrawer } from '#alarms/alarm-drawer.tsx'
import { alarmResource, isOpen } from '#alarms/alarm-resource.tsx'
import { AnswerAlarmDialog } from '#alarms/answer-alarm-dialog.tsx'
import type { AlarmAnswer } from '#alarms/answer-alarms.ts'
import { call } from '#api/call.ts'
import type { ScreenProps } from '#shell/screen-entry.ts'
import { type DataColumn, DataTable } from '#ui/data-table.tsx'
import { filterOf, type ListSearch, listRequestOf, pageOf } from '#ui/list-search.ts'
import { Page } from '#ui/page.tsx'
import { Pager } from '#ui/pager.tsx'
import type { Open, Row } from '#ui/resource.ts'
import { ExportTool } from '#ui/resource-export-tool.tsx'
import { ResourceFilters } from '#ui/resource-filters.tsx'
import { useColumnsWithActions } from '#ui/resource-row-actions.tsx'
import { useResourceWords } from '#ui/resource-words.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

const askEveryMilliseconds = 60_000
const { calls } = alarmResource

/** The record of alarms: found, looked into, and answered one by one or many at once. */
export function AlarmsScreen({ search: said, onSearch }: ScreenProps) {
  const search: ListSearch & { alarm?: string } = said
  const { t } = useTranslation('alarms')
  const client = useQueryClient()
  const words = useResourceWords(alarmResource)
  const mayProcess = useMayDo()(processAlarm)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [open, setOpen] = useState<Open | null>(null)
  const [answer, setAnswer] = useState<AlarmAnswer>()
  const request = listRequestOf(search, calls.filter)
  const list = useQuery({
    queryKey: ['alarm', 'list', request],
    queryFn: ({ signal }) => call(listAlarms, request, signal),
    placeholderData: keepPreviousData,
    refetchInterval: askEveryMilliseconds,
  })
  const rows = list.data?.rows
  const selected = rows?.filter((row) => chosen.includes(row.alarmProcessedId) && isOpen(row)) ?? []
  const show = (next: Open) => (next.what === 'detail' ? onSearch({ alarm: String(next.row.alarmProcessedId) }, still) : setOpen(next))
  const columns = useColumnsWithActions({ ...alarmResource, Detail: Nothing }, words, show)
  const narrow = (change: Record<string, unknown>) => onSearch({ ...change, page: undefined }, still)
  const isNarrowed = Object.keys(filterOf(search, calls.filter)).length > 0
  return (
    <Page title={words.own('title')} subtitle={words.own('subtitle')}>
      {list.isError ? (
        <div className="nf-panel">
          <ErrorState error={list.error} onRetry={() => list.refetch()} />
        </div>
      ) : (
        <>
          {selected.length > 0 && <Chosen count={selected.length} onAnswer={setAnswer} onClear={() => setChosen([])} />}
          <DataTable
            label={words.own('title')}
            fileName={alarmResource.name}
            columns={mayProcess ? [choiceColumn(rows, chosen, setChosen, t), ...columns] : columns}
            rows={rows as Row[] | undefined}
            isStale={list.isPlaceholderData}
            rowId={(row) => String(row.alarmProcessedId)}
            state={{ sort: search.sort, columns: search.columns }}
            onState={(next) => onSearch({ ...next, page: undefined }, still)}
            sortable="by-server"
            title={<ResourceFilters resource={alarmResource} words={words} isNarrowed={isNarrowed} search={search} onSearch={narrow} />}
            tools={<ExportTool resource={alarmResource} words={words} search={search} columns={columns} />}
            empty={
              <EmptyState
                icon={IconBell}
                title={words.own(isNarrowed ? 'nothingFound' : 'emptyTitle')}
                text={words.own(isNarrowed ? 'nothingFoundText' : 'emptyText')}
              />
            }
            foot={
              list.data && <Pager total={list.data.total} {...pageOf(search)} onChange={(next) => onSearch(next, { resetScroll: false })} />
            }
          />
        </>
      )}
      {answer && <AnswerAlarmDialog alarms={selected} answer={answer} onClose={() => setAnswer(undefined)} onDone={() => setChosen([])} />}
      {open?.what === 'command' && (
        <open.command.Dialog
          row={open.row}
          onClose={() => {
            setOpen(null)
            client.invalidateQueries({ queryKey: ['alarm'] })
          }}
        />
      )}
      <AlarmDrawer
        id={search.alarm === undefined ? undefined : Number(search.alarm)}
        onClose={() => onSearch({ alarm: undefined }, still)}
      />
    </Page>
  )
}

const still = { replace: true, resetScroll: false }
/** The drawer stands beside the list, by the address. */
const Nothing = () => null

function Chosen({ count, onAnswer, onClear }: { count: number; onAnswer: (answer: AlarmAnswer) => void; onClear: () => void }) {
  const { t } = useTranslation('alarms')
  return (
    <Group className="nf-panel nf-chosen" gap="xs" px="sm" py={6} role="status">
      <Text size="sm" fw={600} className="nf-figures">
        {t('chosen', { count })}
      </Text>
      {(['start', 'finish', 'ignore'] as const).map((answer) => (
        <Button key={answer} size="compact-sm" variant="light" onClick={() => onAnswer(answer)}>
          {t(`answer.${answer}.short`)}
        </Button>
      ))}
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
        {t('chooseNone')}
      </Button>
    </Group>
  )
}

type Say = (key: string, values?: Record<string, unknown>) => string

/** A box before every open alarm; that in the head takes all of the page. */
function choiceColumn(
  rows: readonly AlarmRow[] | undefined,
  chosen: readonly number[],
  onChosen: (chosen: readonly number[]) => void,
  t: Say,
): DataColumn<Row> {
  const open = rows?.filter(isOpen).map((row) => row.alarmProcessedId) ?? []
  const some = open.filter((id) => chosen.includes(id)).length
  return {
    id: 'choice',
    label: '',
    head: (
      <Checkbox
        size="xs"
        aria-label={t('chooseAll')}
        disabled={open.length === 0}
        checked={some > 0 && some === open.length}
        indeterminate={some > 0 && some < open.length}
        onChange={() => onChosen(some === open.length ? [] : open)}
      />
    ),
    value: () => null,
    unsortable: true,
    isTool: true,
    cell: (row) => {
      const alarm = row as AlarmRow
      const id = alarm.alarmProcessedId
      if (!isOpen(alarm)) return null
      return (
        <Checkbox
          size="xs"
          aria-label={t('choose', { name: alarm.meterNo || alarm.pointName })}
          checked={chosen.includes(id)}
          onChange={() => onChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])}
        />
      )
    },
  }
}
