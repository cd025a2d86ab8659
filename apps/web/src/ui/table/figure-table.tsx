import { Table } from '@mantine/core'
import type { ReactNode } from 'react'

type Column<Row> = { head: string; cell: (row: Row) => ReactNode; className?: string }
/** A cell of a sum; `span` columns wide. */
type FootCell = { content?: ReactNode; span?: number }

type Props<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Sums, one list of cells for each line. */
  foot?: readonly (readonly FootCell[])[]
  caption?: string
  /** Pixels below which the table scrolls in its place. */
  minWidth: number
}

/** A small table of figures: lines of a calculation above their sums. Long lists are `DataTable`. */
export function FigureTable<Row>({ columns, rows, keyOf, foot = [], caption, minWidth }: Props<Row>) {
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table className="nf-figures" fz="sm" captionSide="top">
        {caption !== undefined && <Table.Caption ta="start">{caption}</Table.Caption>}
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head }) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ head, cell, className }) => (
                <Table.Td key={head} {...(className !== undefined && { className })}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {foot.length > 0 && (
          <Table.Tfoot>
            {foot.map((cells, line) => (
              // Sums keep their order.
              // biome-ignore lint/suspicious/noArrayIndexKey: a sum has no identity but its place
              <Table.Tr key={line}>
                {cells.map(({ content, span }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a sum has no identity but its place
                  <Table.Th key={place} colSpan={span}>
                    {content}
                  </Table.Th>
                ))}
              </Table.Tr>
            ))}
          </Table.Tfoot>
        )}
      </Table>
    </Table.ScrollContainer>
  )
}
