import { inks, type Sheet, type TextStyle } from './sheet.ts'

export type Column<Row> = {
  head: string
  /** Share of the width. */
  share: number
  cell: (row: Row) => string
  align?: 'left' | 'right'
  style?: (row: Row) => TextStyle
}

const headSize = 7.5
const cellSize = 8.5
const padding = 4

/** Rows under their heads, which are repeated on each further page. `sheet.y` is below it afterwards. */
export const drawTable = <Row>(sheet: Sheet, columns: readonly Column<Row>[], rows: readonly Row[], { rowHeight = 16 } = {}): void => {
  const whole = columns.reduce((sum, { share }) => sum + share, 0)
  let x = sheet.left
  const placed = columns.map((column) => {
    const width = (sheet.width * column.share) / whole
    const place = { column, x: x + padding, width: width - 2 * padding }
    x += width
    return place
  })
  const drawHead = (): void => {
    sheet.box({ x: sheet.left, y: sheet.y, width: sheet.width, height: 18 }, { ink: inks.tint })
    for (const { column, ...place } of placed)
      sheet.text(
        column.head,
        { ...place, y: sheet.y + 4 },
        { size: headSize, weight: 'bold', ink: inks.dimmed, align: column.align ?? 'left' },
      )
    sheet.y += 18
  }
  sheet.keepTogether(18 + rowHeight * Math.min(rows.length, 2))
  drawHead()
  for (const row of rows) {
    if (!sheet.hasRoom(rowHeight)) {
      sheet.addPage()
      drawHead()
    }
    for (const { column, ...place } of placed)
      sheet.text(
        column.cell(row),
        { ...place, y: sheet.y + 2.5 },
        { size: cellSize, align: column.align ?? 'left', ...column.style?.(row) },
      )
    sheet.y += rowHeight
    sheet.rule(sheet.y, { thickness: 0.4 })
  }
}

/** Sums under the right-hand columns of a table: a name, and a figure beside it. */
export const drawSums = (sheet: Sheet, sums: readonly { name: string; value: string; isStrong?: boolean }[]): void => {
  const width = 250
  const x = sheet.right - width
  sheet.keepTogether(sums.length * 17 + 6)
  sheet.y += 4
  for (const { name, value, isStrong = false } of sums) {
    const style: TextStyle = isStrong ? { size: 10.5, weight: 'bold' } : { size: 8.5, ink: inks.dimmed }
    if (isStrong) sheet.rule(sheet.y, { from: x, thickness: 0.8 })
    sheet.text(name, { x, y: sheet.y + 2, width: width * 0.6 }, style)
    sheet.text(value, { x, y: sheet.y + 2, width: width - padding }, { ...style, ink: inks.text, align: 'right' })
    sheet.y += isStrong ? 19 : 15
  }
}
