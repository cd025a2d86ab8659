import { Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'

type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  className?: string
  /** Its figures and its head are aligned to the right. */
  isNumber?: true
}
/** A cell of a sum; `span` columns wide. */
type FootCell = { content?: ReactNode; span?: number }

type Props<Row> = {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** Sums, one list of cells for each line. */
  foot?: readonly (readonly FootCell[])[]
  caption?: ReactNode
  /** Pixels below which the table scrolls in its place. */
  minWidth: number
}

const rightAligned = { ta: 'right' } as const

/** The margins of a drawer or a dialog around the table. */
const margins = 40

/**
 * A small table of figures: lines of a calculation above their sums. Long lists are `DataTable`. Where the table scrolls, its sums stay below
 * it, each with the head of its column.
 */
export function FigureTable<Row>(props: Props<Row>) {
  const isNarrow = useMediaQuery(`(max-width: ${props.minWidth + margins}px)`, false)
  if (!isNarrow || !props.foot) return <Figures {...props} />
  const { foot, ...table } = props
  return (
    <div>
      <Figures {...table} />
      {foot.map((cells, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sum has no identity but its place
        <SumLine key={line} cells={cells} heads={props.columns.map(({ head }) => head)} />
      ))}
    </div>
  )
}

function SumLine({ cells: [label, ...sums], heads }: { cells: readonly FootCell[]; heads: readonly string[] }) {
  let column = label?.span ?? 1
  const named = sums.map(({ content, span = 1 }) => {
    const head = heads[column]
    column += span
    return { head, content }
  })
  return (
    <Text size="sm" mt={4} className="nf-figures">
      <strong>{label?.content}</strong>
      {named.map(({ head, content }) => (
        <span key={head}>
          {' · '}
          {head} <strong>{content}</strong>
        </span>
      ))}
    </Text>
  )
}

/** The column over the cell of a sum. */
const columnOf = (cells: readonly FootCell[], place: number): number => cells.slice(0, place).reduce((sum, { span = 1 }) => sum + span, 0)

function Figures<Row>({ columns, rows, keyOf, foot = [], caption, minWidth }: Props<Row>) {
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table className="nf-figures" fz="sm" captionSide="top">
        {caption !== undefined && (
          <Table.Caption ta="start" px="xs">
            {caption}
          </Table.Caption>
        )}
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ head, isNumber }) => (
              <Table.Th key={head} {...(isNumber && rightAligned)}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ head, cell, className, isNumber }) => (
                <Table.Td key={head} {...(className !== undefined && { className })} {...(isNumber && rightAligned)}>
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
                  <Table.Th key={place} colSpan={span} {...(columns[columnOf(cells, place)]?.isNumber && rightAligned)}>
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
