import { ActionIcon, Checkbox, Group, Menu, Text, Tooltip } from '@mantine/core'
import { IconColumns3, IconDownload } from '@tabler/icons-react'
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  type SortingState,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '#api/save-file.ts'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { csvOf } from '#ui/table/csv.ts'
import { inPhoneOrder, useIsPhone } from '#ui/table/phone-order.ts'
import { BodyRow, type Column, HeadCell, TotalsRow } from '#ui/table/table-cells.tsx'
import type { TableState } from '#ui/table/table-state.ts'
import { WrittenDatesContext, writtenValue } from '#ui/written-dates.ts'

export type DataColumn<Row> = Column<Row> & { hidden?: boolean; unsortable?: boolean }

type Props<Row> = {
  /** Name of the table, for screen readers and as the name of the exported file. */
  label: string
  fileName: string
  columns: DataColumn<Row>[]
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  state: TableState
  onState: (next: TableState) => void
  empty: ReactNode
  /** Server-ordered lists keep their order: sorting one page of many would lie. `'by-server'`: the heads ask the server for another order. */
  sortable?: boolean | 'by-server'
  heightMax?: number | string
  onRow?: (row: Row) => void
  isSelected?: (row: Row) => boolean
  tools?: ReactNode
  title?: ReactNode
  /** Sums over all rows of the list, by column, under the figures; `label` says of how many rows. */
  totals?: { label: string; sums: Readonly<Record<string, ReactNode>> } | undefined
  /** Below the rows, such as a pager. */
  foot?: ReactNode
  /** Dimmed while other rows are on their way. */
  isStale?: boolean
}

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature, sortedRowModel: createSortedRowModel(), sortFns })

const sortingOf = (sort: string | undefined): SortingState => {
  const [id, direction] = sort?.split('.') ?? []
  return id ? [{ id, desc: direction === 'desc' }] : []
}

/** `a,-b`: column a is shown though hidden by default, column b is hidden though shown by default. */
function visibilityOf<Row>(columns: DataColumn<Row>[], choice: string | undefined): Record<string, boolean> {
  const words = new Set(choice?.split(',') ?? [])
  return Object.fromEntries(columns.map(({ id, hidden }) => [id, hidden ? words.has(id) : !words.has(`-${id}`)]))
}

function choiceOf<Row>(columns: DataColumn<Row>[], visible: Record<string, boolean>): string | undefined {
  const words = columns.flatMap(({ id, hidden }) => (hidden && visible[id] ? [id] : !hidden && visible[id] === false ? [`-${id}`] : []))
  return words.length > 0 ? words.join(',') : undefined
}

/** The one table: sticky head, 36 px rows, figures to the right, units in the head, choice of columns, export of what is shown. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { columns, rows, state, sortable = true } = props
  const { t } = useTranslation('shared')
  const visible = useMemo(() => visibilityOf(columns, state.columns), [columns, state.columns])
  const sorting = useMemo(() => (sortable ? sortingOf(state.sort) : []), [sortable, state.sort])
  const data = useMemo(() => [...(rows ?? [])], [rows])
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns])
  const definitions = useMemo(
    () =>
      columns.map((column) => ({
        id: column.id,
        accessorFn: (row: Row) => column.value(row) ?? undefined,
        enableSorting: sortable !== false && !column.unsortable,
        // Unknown figures come after the known ones in either direction.
        sortUndefined: 'last' as const,
        sortFn: column.numeric ? ('basic' as const) : ('alphanumeric' as const),
        sortDescFirst: column.numeric ?? false,
      })),
    [columns, sortable],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: props.rowId,
    state: { sorting, columnVisibility: visible },
    manualSorting: sortable === 'by-server',
    onSortingChange: (updater) => {
      const next = typeof updater === 'function' ? updater(sorting) : updater
      props.onState({ ...state, sort: next[0] ? `${next[0].id}.${next[0].desc ? 'desc' : 'asc'}` : undefined })
    },
  })
  const isPhone = useIsPhone()
  const shown = inPhoneOrder(
    columns.filter((column) => visible[column.id]),
    isPhone,
  )
  const chosen = columns.slice(1).filter(({ isTool }) => !isTool)
  const written = useContext(WrittenDatesContext)
  const headers = new Map(table.getHeaderGroups()[0]?.headers.map((header) => [header.id, header]))
  const exportCsv = () => {
    const head = (column: DataColumn<Row>) => (column.unit ? `${column.label} (${column.unit})` : column.label)
    const content = csvOf(
      shown
        .filter(({ isTool }) => !isTool)
        .map((column) => ({
          head: head(column),
          value: (row: Row) => writtenValue(column.value(row), written),
        })),
      table.getRowModel().rows.map((row) => row.original),
    )
    saveFile(`${props.fileName}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }))
  }
  const toggle = (id: string) => props.onState({ ...state, columns: choiceOf(columns, { ...visible, [id]: !visible[id] }) })
  return (
    <section className="nf-panel nf-table-panel" aria-label={props.label}>
      <Group justify="space-between" gap="xs" px="sm" py={6} wrap="wrap" className="nf-panel-head">
        <Group gap="xs" className={props.title === undefined ? undefined : 'nf-table-title'}>
          {props.title ?? (
            <Text component="h2" className="nf-panel-title">
              {props.label}
            </Text>
          )}
        </Group>
        <Group gap={4}>
          {props.tools}
          <Menu closeOnItemClick={false} position="bottom-end">
            <Menu.Target>
              <Tooltip label={t('table.columns')}>
                <ActionIcon variant="subtle" color="gray" aria-label={t('table.columns')}>
                  <IconColumns3 size={16} />
                </ActionIcon>
              </Tooltip>
            </Menu.Target>
            <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
              <Menu.Label>{t('table.columns')}</Menu.Label>
              {chosen.map((column) => (
                <Menu.Item
                  key={column.id}
                  onClick={() => toggle(column.id)}
                  role="menuitemcheckbox"
                  aria-checked={visible[column.id] ?? false}
                >
                  <Checkbox
                    size="xs"
                    checked={visible[column.id] ?? false}
                    readOnly
                    tabIndex={-1}
                    label={column.label}
                    styles={{ root: { pointerEvents: 'none' } }}
                  />
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <Tooltip label={t('table.exportCsv')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('table.exportCsv')}
              onClick={exportCsv}
              disabled={!rows || rows.length === 0}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Group>
      <ScrollRegion label={props.label} heightMax={props.heightMax}>
        <table className="nf-table">
          <thead>
            <tr>
              {shown
                .map(({ id }) => headers.get(id)!)
                .map((header) => (
                  <HeadCell
                    key={header.id}
                    column={byId.get(header.id)!}
                    order={header.column.getIsSorted()}
                    onOrder={header.column.getCanSort() ? () => header.column.toggleSorting() : undefined}
                  />
                ))}
            </tr>
          </thead>
          <tbody className={props.isStale ? 'nf-stale' : undefined}>
            {rows === undefined && <SkeletonRows columns={shown.length} />}
            {table.getRowModel().rows.map((row) => (
              <BodyRow
                key={row.id}
                row={row.original}
                columns={shown}
                onRow={props.onRow}
                selected={props.isSelected?.(row.original) ?? false}
              />
            ))}
          </tbody>
          {props.totals && rows && rows.length > 0 && <TotalsRow columns={shown} totals={props.totals} />}
        </table>
        {rows?.length === 0 && <div className="nf-table-empty">{props.empty}</div>}
      </ScrollRegion>
      {props.foot}
    </section>
  )
}

const skeletonRowsShown = 8

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: skeletonRowsShown }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows are all alike and never move.
    <tr key={row} aria-hidden>
      {Array.from({ length: columns }, (__, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cells are all alike and never move.
        <td key={column}>
          <Skeleton height={10} width={`${45 + ((row * 7 + column * 13) % 40)}%`} />
        </td>
      ))}
    </tr>
  ))
}
