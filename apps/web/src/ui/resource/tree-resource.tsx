import { Button, Group } from '@mantine/core'
import type { Endpoint } from '@nightflow/schemas/shared/endpoint'
import { valueIn } from '@nightflow/schemas/shared/object-of'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { ResourceForm } from '#ui/form/resource-form.tsx'
import { Page } from '#ui/page.tsx'
import { askedWord, useAskedCommand } from '#ui/resource/asked-command.tsx'
import type { Resource, TreeCalls } from '#ui/resource/resource.ts'
import { useResourceColumns } from '#ui/resource/resource-columns.tsx'
import { ResourceImportTool } from '#ui/resource/resource-import-tool.tsx'
import { type Declared, resourceOf } from '#ui/resource/resource-of.ts'
import { useResourceWords } from '#ui/resource/resource-words.ts'
import { treeOfRows } from '#ui/resource/tree-data.ts'
import { TreeView } from '#ui/resource/tree-view.tsx'
import { useTitle } from '#ui/resource/use-title.ts'
import { useTreeOf } from '#ui/resource/use-tree-of.ts'
import type { ScreenProps } from '#ui/screen-entry.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/states.tsx'
import { useMayDo } from '#ui/use-may-do.ts'

type Open<Row> = { what: 'create'; below: number } | { what: 'change' | 'remove'; row: Row }
type TreeResource<Row extends object> = Resource<Row, TreeCalls<Row>>
type Props<Row extends object> = { resource: TreeResource<Row> } & Pick<ScreenProps, 'search' | 'onSearch'>

/** The screen of a resource whose rows form a tree: the tree, and beside it the row that was chosen. */
export function TreeResourceScreen<Row extends object>({ resource, search, onSearch }: Props<Row>) {
  const { calls, isRemovable = () => true } = resource
  const title = useTitle(resource)
  const { t } = useTranslation('shared')
  const words = useResourceWords(resource)
  const mayDo = useMayDo()
  const client = useQueryClient()
  const [opened, setOpened] = useState<Open<Row> | null>(null)
  const { isToCreate } = useAskedCommand<Row>({ create: calls.create }, search)
  const open: Open<Row> | null = opened ?? (isToCreate ? { what: 'create', below: 0 } : null)
  const setOpen = (next: Open<Row> | null): void => {
    setOpened(next)
    if (isToCreate) onSearch({ [askedWord]: undefined }, { replace: true, resetScroll: false })
  }
  const rows = useQuery({
    queryKey: [calls.list.path],
    queryFn: ({ signal }) => call(calls.list, {}, signal),
  })
  const idOf = (row: Row): number => Number(row[calls.id])
  const nodes = useMemo(
    () =>
      treeOfRows(rows.data ?? [], (row) => ({ id: Number(row[calls.id]), parentId: Number(valueIn(row, 'parentId')), label: title(row) })),
    [rows.data, calls.id, title],
  )
  const chosen = rows.data?.find((row) => String(idOf(row)) === search.chosen) ?? rows.data?.[0]
  const refresh = () => client.invalidateQueries({ queryKey: [calls.list.path] })
  const createTop = mayDo(calls.create) && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen({ what: 'create', below: 0 })}>
      {words.own('create')}
    </Button>
  )
  const name = open?.what === 'remove' ? title(open.row) : ''
  const tools = chosen && (
    <Group gap="xs">
      {mayDo(calls.create) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpen({ what: 'create', below: idOf(chosen) })}
        >
          {words.own('createBelow')}
        </Button>
      )}
      {mayDo(calls.change) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setOpen({ what: 'change', row: chosen })}
        >
          {t('action.change')}
        </Button>
      )}
      {mayDo(calls.remove) && isRemovable(chosen) && (
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={14} aria-hidden />}
          aria-label={t('resource.removeConfirm', { name: title(chosen) })}
          onClick={() => setOpen({ what: 'remove', row: chosen })}
        >
          {t('action.remove')}
        </Button>
      )}
    </Group>
  )
  return (
    <Page
      title={words.own('title')}
      subtitle={words.own('subtitle')}
      tools={
        <>
          <ResourceImportTool resource={resource} words={words} />
          {createTop}
        </>
      }
    >
      {rows.isError && <ErrorState error={rows.error} onRetry={() => rows.refetch()} />}
      {rows.isPending && <Skeleton height={320} />}
      {rows.data?.length === 0 && (
        <div className="nf-panel">
          <EmptyState icon={resource.icon} title={words.own('emptyTitle')} text={words.own('emptyText')} action={createTop} />
        </div>
      )}
      {chosen && (
        <div className="nf-split">
          <div className="nf-panel">
            <TreeView
              label={words.own('title')}
              nodes={nodes}
              chosen={idOf(chosen)}
              onChoose={(id) => onSearch({ chosen: String(id) }, { replace: true, resetScroll: false })}
              heightMax="var(--nf-tree-height)"
            />
          </div>
          <ChosenRow resource={resource} row={chosen} tools={tools} />
        </div>
      )}
      {(open?.what === 'create' || open?.what === 'change') && (
        <ResourceForm
          resource={resource}
          words={words}
          row={open.what === 'change' ? open.row : undefined}
          beginning={open.what === 'create' && open.below !== 0 ? { parentId: open.below } : {}}
          createLabel={open.what === 'create' && open.below !== 0 ? words.own('createBelow') : undefined}
          onClose={() => setOpen(null)}
          onDone={async () => {
            await refresh()
            setOpen(null)
          }}
        />
      )}
      <ConfirmDialog
        opened={open?.what === 'remove'}
        danger
        title={words.own('remove', { name })}
        text={words.own('removeText', { name })}
        confirmLabel={t('resource.removeConfirm', { name })}
        onConfirm={async () => {
          if (open?.what === 'remove') await call(calls.remove as Endpoint, { [calls.id]: String(idOf(open.row)) })
          onSearch({ chosen: undefined }, { replace: true })
          await refresh()
        }}
        doneText={t('done.removed', { name })}
        onClose={() => setOpen(null)}
      />
    </Page>
  )
}

/** The tree of a declaration: a row's parent is chosen in the same tree, below neither the row itself nor what is below it. */
export const treeScreenOf = <Row extends object>(
  declared: Declared<Row>,
  calls: TreeCalls<Row>,
  own: Parameters<typeof resourceOf<Row, TreeCalls<Row>>>[2] = {},
): ComponentType<ScreenProps> => {
  const resource = resourceOf(declared, calls, {
    useChoices: (row) => ({ parentId: { tree: useTreeOf(calls, row && Number(row[calls.id])) } }),
    ...own,
  })
  return ({ search, onSearch }) => <TreeResourceScreen resource={resource} search={search} onSearch={onSearch} />
}

/** The details of a row, beside its tree. */
function ChosenRow<Row extends object>({ resource, row, tools }: { resource: TreeResource<Row>; row: Row; tools: ReactNode }) {
  const words = useResourceWords(resource)
  const title = useTitle(resource)
  const columns = useResourceColumns(resource, words)
  return (
    <section className="nf-panel" aria-label={title(row)}>
      <Group justify="space-between" p="sm" className="nf-panel-head">
        <h2 className="nf-panel-title">{title(row)}</h2>
        {tools}
      </Group>
      <dl className="nf-details">
        {columns.map((column) => (
          <div key={column.id} style={{ display: 'contents' }}>
            <dt>{column.label}</dt>
            <dd>{column.cell?.(row) ?? column.value(row) ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
