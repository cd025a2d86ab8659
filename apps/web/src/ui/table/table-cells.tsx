import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'

/** A column as its cells use it: `value` is for sorting and the CSV, `cell` for people. */
export type Column<Row> = {
  id: string
  label: string
  unit?: string
  hint?: string
  /** Instead of the label, such as a box that chooses all rows. */
  head?: ReactNode
  value: (row: Row) => string | number | null
  cell?: (row: Row) => ReactNode
  numeric?: boolean
  /** Stays at the right edge while the others scroll. */
  isPinned?: boolean
  /** Comes first on a telephone, by this number; other columns follow in their order. */
  phoneRank?: number | undefined
  /** Columns that a spreadsheet has in place of this one, such as both days of a span. */
  parts?: readonly { id: string; label: string }[]
  /** Holds buttons: always there, and nothing that a file could hold. */
  isTool?: boolean
}

function classOf<Row>({ numeric, isTool, isPinned }: Column<Row>): string | undefined {
  const classes = [numeric && 'nf-numeric', isTool && 'nf-tools', isPinned && 'nf-pinned'].filter(Boolean)
  return classes.length > 0 ? classes.join(' ') : undefined
}

/** Pinned columns before the last one end where that one begins. Its width follows its content. */
const placePinned = (cell: HTMLTableCellElement) => {
  const table = cell.closest('table')
  const observer = new ResizeObserver(() => {
    if (cell.matches(':last-child')) table?.style.setProperty('--nf-pinned-after', `${cell.offsetWidth}px`)
  })
  observer.observe(cell)
  return () => observer.disconnect()
}

/** A column's name with its unit, and a button where pressing it orders the rows. */
export function HeadCell<Row>({
  column,
  order,
  onOrder,
}: {
  column: Column<Row>
  order: false | 'asc' | 'desc'
  onOrder: (() => void) | undefined
}) {
  const content = column.head ?? (
    <span className="nf-head-label">
      <span>{column.label}</span>
      {column.unit && <span className="nf-unit">{column.unit}</span>}
      {order === 'asc' && <IconArrowUp size={12} aria-hidden />}
      {order === 'desc' && <IconArrowDown size={12} aria-hidden />}
    </span>
  )
  const labelled = column.hint ? (
    <Tooltip label={column.hint} multiline maw={280}>
      {content}
    </Tooltip>
  ) : (
    content
  )
  return (
    <th
      ref={column.isPinned ? placePinned : undefined}
      scope="col"
      className={classOf(column)}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
    >
      {onOrder ? (
        <UnstyledButton onClick={onOrder} className="nf-head-button">
          {labelled}
        </UnstyledButton>
      ) : (
        labelled
      )}
    </th>
  )
}

type BodyRowProps<Row> = { row: Row; columns: Column<Row>[]; onRow: ((row: Row) => void) | undefined; selected: boolean }

export function BodyRow<Row>({ row, columns, onRow, selected }: BodyRowProps<Row>) {
  const open = onRow ? () => onRow(row) : undefined
  const onKeyDown = open ? (event: KeyboardEvent) => event.key === 'Enter' && event.target === event.currentTarget && open() : undefined
  return (
    <tr
      onClick={open}
      onKeyDown={onKeyDown}
      tabIndex={open ? 0 : undefined}
      className={open ? 'nf-row-link' : undefined}
      aria-selected={onRow ? selected : undefined}
    >
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          {column.cell ? column.cell(row) : (column.value(row) ?? '–')}
        </td>
      ))}
    </tr>
  )
}

/** Sums below their columns; none where all their columns are hidden. The columns before the first of them have the label. */
export function TotalsRow<Row>({
  columns,
  totals: { label, sums },
}: {
  columns: readonly Column<Row>[]
  totals: { label: string; sums: Readonly<Record<string, ReactNode>> }
}) {
  const first = columns.findIndex(({ id }) => id in sums)
  if (first < 0 && Object.keys(sums).length > 0) return null
  const before = first < 0 ? columns : columns.slice(0, first)
  return (
    <tfoot>
      <tr className="nf-totals">
        {before.length > 0 && (
          <th scope="row" colSpan={before.length}>
            {label}
          </th>
        )}
        {columns.slice(before.length).map((column) => (
          <td key={column.id} className={classOf(column)}>
            {sums[column.id]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
