import { useMediaQuery } from '@mantine/hooks'
import type { Column } from '#ui/table/table-cells.tsx'

/** As the styles of tables for telephones. */
const phoneWidthMax = 600

export const useIsPhone = (): boolean =>
  useMediaQuery(`(max-width: ${phoneWidthMax}px)`, window.innerWidth <= phoneWidthMax, { getInitialValueInEffect: false })

const behind = Number.MAX_SAFE_INTEGER

/** The columns of a table on a telephone: what chooses a row, then those with a rank by their rank, then the others as they are. */
export function inPhoneOrder<C extends Pick<Column<never>, 'phoneRank' | 'isTool'>>(columns: readonly C[], isPhone: boolean): C[] {
  if (!isPhone) return [...columns]
  const first = columns[0]?.isTool ? 1 : 0
  const rankOf = ({ phoneRank = behind }: C): number => phoneRank
  return [...columns.slice(0, first), ...columns.slice(first).toSorted((one, other) => rankOf(one) - rankOf(other))]
}

/**
 * Ranks of columns on a telephone: those that are declared, otherwise the subject, which is the first, and what decides: the first amount, or the state where there
 * is none.
 */
export function phoneRanks(columns: readonly string[], declared: readonly string[] = []): ReadonlyMap<string, number> {
  if (declared.length > 0) return new Map(declared.map((column, rank) => [column, rank]))
  const [subject, ...others] = columns
  const decides = others.find((column) => column.endsWith('Minor')) ?? others.find((column) => column === 'status')
  return new Map([subject, decides].flatMap((column, rank) => (column === undefined ? [] : [[column, rank] as const])))
}
