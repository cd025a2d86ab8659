import { Button, Tabs } from '@mantine/core'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CommandDialog } from '#ui/form/command-dialog.tsx'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { ResourceForm } from '#ui/form/resource-form.tsx'
import { Page } from '#ui/page.tsx'
import { askedWord, ChooseRow, useAskedCommand } from '#ui/resource/asked-command.tsx'
import type { Open, Resource } from '#ui/resource/resource.ts'
import { wordsIn } from '#ui/resource/resource-columns.tsx'
import { ExportTool } from '#ui/resource/resource-export-tool.tsx'
import { ResourceFilters } from '#ui/resource/resource-filters.tsx'
import { ResourceImportTool } from '#ui/resource/resource-import-tool.tsx'
import { useColumnsWithActions } from '#ui/resource/resource-row-actions.tsx'
import { type ResourceWords, useResourceWords } from '#ui/resource/resource-words.ts'
import { RowDrawer } from '#ui/resource/row-drawer.tsx'
import { useTitle } from '#ui/resource/use-title.ts'
import { useTotals } from '#ui/resource/use-totals.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { filterOf, type ListSearch, listRequestOf, pageOf, type SearchChange } from '#ui/table/list-search.ts'
import { Pager } from '#ui/table/pager.tsx'
import { SelectionBar, useRowSelection } from '#ui/table/row-selection.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Props<Row extends object> = {
  resource: Resource<Row>
  search: ListSearch
  onSearch: ScreenProps['onSearch']
  /** The part of the resource that this screen is about: its list shows no other rows, its forms make no others. */
  fixed?: SearchChange
  /** Beside the title. */
  status?: ReactNode
}

const everything = {}
/** The row whose details are open, in the address. */
const rowInAddress = 'row'
const inPlace = { replace: true, resetScroll: false }
const textOf = (word: unknown): string | undefined => (word === undefined ? undefined : String(word))

/** The screen of a resource: a list with filters, pages and exports, forms and dialogs, and nothing that the person may not do. */
export function ResourceScreen<Row extends object>({ resource, search: said, onSearch, fixed = everything, status }: Props<Row>) {
  const search: ListSearch = { ...said, ...fixed }
  const { calls } = resource
  const words = useResourceWords(resource)
  const mayDo = useMayDo()
  const [opened, setOpen] = useState<Open<Row> | null>(null)
  const asked = useAskedCommand(calls, search)
  const open: Open<Row> | null = opened ?? (asked.isToCreate ? { what: 'create' } : null)
  const endAsked = () => search[askedWord] !== undefined && onSearch({ [askedWord]: undefined }, inPlace)
  const request = listRequestOf(search, calls)
  const list = useQuery({
    queryKey: [calls.list.path, request],
    queryFn: ({ signal }) => call(calls.list, request, signal),
    placeholderData: keepPreviousData,
    refetchInterval: resource.refreshSeconds !== undefined && resource.refreshSeconds * 1000,
  })
  const narrow = (change: SearchChange) => onSearch({ ...change, page: undefined, from: undefined }, inPlace)
  const { page, size, from } = pageOf(search)
  const behindEnd = page > 1 && list.data?.rows.length === 0 && !list.isPlaceholderData ? list.data : undefined
  useEffect(() => {
    if (behindEnd === undefined) return
    const { total, isTotalBounded } = behindEnd
    onSearch(isTotalBounded ? { page: undefined, from: 'end' } : { page: Math.max(1, Math.ceil(total / size)), from: undefined }, inPlace)
  }, [behindEnd, size, onSearch])
  const { drawer } = resource
  const detailName = drawer?.name ?? rowInAddress
  const show = (next: Open<Row>) =>
    next.what === 'detail' ? onSearch({ [detailName]: String(next.row[calls.id]) }, inPlace) : setOpen(next)
  const hide = () => onSearch({ [detailName]: undefined }, inPlace)
  const columns = useColumnsWithActions(resource, words, show, asked.command)
  const totals = useTotals(resource, search)
  const selection = useRowSelection(resource, words, list.data?.rows)
  const create = mayDo(calls.create) && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen({ what: 'create' })}>
      {words.own('create')}
    </Button>
  )
  const isNarrowed = Object.keys(filterOf(search, calls.filter)).some((name) => !(name in fixed))
  return (
    <Page
      title={words.own('title')}
      subtitle={words.own('subtitle')}
      status={status}
      tools={
        <>
          {resource.Tools && <resource.Tools />}
          <ResourceImportTool resource={resource} words={words} />
          {create}
        </>
      }
    >
      {list.isError ? (
        <div className="nf-panel">
          <ErrorState error={list.error} onRetry={() => list.refetch()} />
        </div>
      ) : (
        <>
          {asked.command && <ChooseRow command={asked.command} words={words} onCancel={endAsked} />}
          {resource.Head && <resource.Head />}
          {resource.tabs && <FilterTabs resource={resource} name={resource.tabs} words={words} search={search} onSearch={narrow} />}
          <SelectionBar selection={selection} words={words} onCommand={(command, rows) => setOpen({ what: 'named', rows, command })} />
          <DataTable
            label={words.own('title')}
            fileName={resource.name}
            columns={selection.column ? [selection.column, ...columns] : columns}
            rows={list.data?.rows}
            isStale={list.isPlaceholderData}
            rowId={(row) => String(row[calls.id])}
            state={{ sort: search.sort, columns: search.columns }}
            onState={(next) => onSearch({ ...next, page: undefined, from: undefined }, inPlace)}
            sortable="by-server"
            heightMax={resource.heightMax}
            totals={totals}
            title={<ResourceFilters resource={resource} words={words} isNarrowed={isNarrowed} search={search} onSearch={narrow} />}
            tools={mayDo(calls.exportRows) && <ExportTool resource={resource} words={words} search={search} columns={columns} />}
            empty={
              <EmptyState
                icon={resource.icon}
                title={words.own(isNarrowed ? 'nothingFound' : 'emptyTitle')}
                text={words.own(isNarrowed ? 'nothingFoundText' : 'emptyText')}
                action={isNarrowed ? undefined : create}
              />
            }
            foot={
              list.data &&
              list.data.total > 0 && (
                <Pager
                  total={list.data.total}
                  isTotalBounded={list.data.isTotalBounded}
                  page={page}
                  size={size}
                  from={from}
                  onChange={(next) => onSearch(next, { resetScroll: false })}
                />
              )
            }
          />
        </>
      )}
      <Opened
        resource={resource}
        words={words}
        fixed={fixed}
        open={open}
        onOpen={(next) => {
          setOpen(next)
          if (asked.isToCreate) endAsked()
        }}
        onDone={() => {
          selection.clear()
          endAsked()
        }}
      />
      {drawer && <drawer.Drawer id={textOf(search[detailName])} onClose={hide} />}
      {resource.Detail && <RowDrawer resource={resource} id={textOf(search[detailName])} rows={list.data?.rows} onClose={hide} />}
    </Page>
  )
}

const allRows = 'all'

function FilterTabs<Row extends object>({
  resource: { calls },
  name,
  words,
  search,
  onSearch,
}: {
  resource: Resource<Row>
  name: string
  words: ResourceWords
  search: ListSearch
  onSearch: (change: SearchChange) => void
}) {
  const { t } = useTranslation('shared')
  return (
    <Tabs
      value={textOf(search[name]) ?? allRows}
      onChange={(next) => onSearch({ [name]: next === null || next === allRows ? undefined : next })}
      mb="xs"
    >
      <Tabs.List aria-label={words.field(name)}>
        <Tabs.Tab value={allRows}>{t('resource.all')}</Tabs.Tab>
        {wordsIn(calls.filter[name]!).map((word) => (
          <Tabs.Tab key={word} value={word}>
            {words.word(name, word).label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}

/** The screen of a list as the address shows it. */
export const screenOf =
  <Row extends object>(resource: Resource<Row>): ComponentType<ScreenProps> =>
  ({ search, onSearch }) => <ResourceScreen resource={resource} search={search} onSearch={onSearch} />

/** The form, the question, the details or the dialog that is open over the list. */
function Opened<Row extends object>({
  resource,
  words,
  fixed,
  open,
  onOpen,
  onDone,
}: {
  resource: Resource<Row>
  words: ResourceWords
  fixed: SearchChange
  open: Open<Row> | null
  onOpen: (next: Open<Row> | null) => void
  onDone: () => void
}) {
  const { calls, Created } = resource
  const title = useTitle(resource)
  const { t } = useTranslation('shared')
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [calls.list.path] })
  const close = () => onOpen(null)
  const removing = open?.what === 'remove' ? open.row : undefined
  const name = removing ? title(removing) : ''
  return (
    <>
      {(open?.what === 'create' || open?.what === 'change') && (
        <ResourceForm
          resource={resource}
          words={words}
          fixed={fixed}
          row={open.what === 'change' ? open.row : undefined}
          onClose={close}
          onDone={async (answer, typed) => {
            await refresh()
            onOpen(Created && open.what === 'create' ? { what: 'created', answer, typed } : null)
          }}
        />
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        danger
        title={words.own('remove', { name })}
        text={words.own('removeText', { name })}
        confirmLabel={t('resource.removeConfirm', { name })}
        onConfirm={async () => {
          await call(calls.remove as Endpoint, { [calls.id]: String(removing?.[calls.id]) })
          await refresh()
        }}
        doneText={t('done.removed', { name })}
        onClose={close}
      />
      {open?.what === 'command' && (
        <open.command.Dialog
          row={open.row}
          onClose={() => {
            close()
            refresh()
          }}
        />
      )}
      {open?.what === 'named' && (
        <CommandDialog resource={resource} command={open.command} rows={open.rows} onClose={close} onDone={onDone} />
      )}
      {open?.what === 'created' && Created && <Created answer={open.answer} typed={open.typed} onClose={close} />}
    </>
  )
}
