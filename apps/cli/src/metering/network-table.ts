import type { MemberDays } from '@nightflow/schemas/leakage/partition'
import { LocalDate } from '@nightflow/schemas/shared/values'
import { CommandRefusal } from '../shared/command-refusal.ts'
import { isMissing } from '../shared/table/number-cell.ts'
import { type Table, type TableRow, textOf, whereIs } from '../shared/table/table.ts'
import type { MeterRole } from './associate-meters.ts'
import { type ColumnRole, guessColumn } from './column-roles.ts'
import { isPartitionId, meterNumberOf, partitionIdOf } from './identifiers.ts'
import { caliberOf } from './register-table.ts'

/** A metering point as the file has it. `isNamed`: the file gives it a name beside its identifier. */
export type NetworkPoint = { id: string; name: string; isNamed: boolean; parentId: string | undefined; row: number }
export type NetworkMeter = { number: string; name?: string; address?: string; caliberMillimetres?: number; isTwoWay?: true }
export type Association = MemberDays & { partitionId: string; number: string; role: MeterRole }
/** `points`: parents before children. `associations`: inlets and outlets before customers. */
export type Network = { points: NetworkPoint[]; meters: NetworkMeter[]; associations: Association[] }

const rowsMax = 500_000
const levelsMax = 5

const roleWords: readonly [MeterRole, RegExp][] = [
  ['inlet', /^(inlet|in|inflow|summary|summary meter|main|entrée|masuk|入口|进水|总表|进水表)$/i],
  ['outlet', /^(outlet|out|outflow|export|sortie|keluar|出口|出水|出水表)$/i],
  ['customer', /^(customer|sub|sub-meter|submeter|household|consumer|abonné|client|pelanggan|用户|分表|用户表|户表)$/i],
]

const networkColumns = [
  'partition',
  'partitionName',
  'parent',
  'meter',
  'role',
  'meterName',
  'address',
  'caliber',
  'twoWay',
  'from',
  'to',
] as const satisfies readonly ColumnRole[]
type NetworkColumn = (typeof networkColumns)[number]

/** The cell of a row in the column of a role, '' where there is no such column or nothing in it. */
type CellOf = (row: TableRow, role: NetworkColumn) => string

const columnsOf = (table: Table): { [role in NetworkColumn]?: number } => {
  const found: { [role in NetworkColumn]?: number } = {}
  const taken: number[] = []
  for (const role of networkColumns) {
    const place = guessColumn(table, role, taken)
    if (place === undefined) continue
    found[role] = place
    taken.push(place)
  }
  if (found.partition === undefined || (found.meter !== undefined && found.role === undefined)) {
    const absent = found.partition === undefined ? 'partition' : 'role'
    throw new CommandRefusal(
      `${whereIs(table, table.headingNumber)}: there is no column "${absent}"; expected partition, name, parent, meter, role (inlet, outlet or customer), caliber, two-way, address, from, to, of which name, parent, caliber, two-way, address, from and to may be absent.`,
    )
  }
  return found
}

/** A cascade and its meters: a row per metering point, and a row per meter with its point and its role there. */
export const parseNetworkTable = async (table: Table): Promise<Network> => {
  const columns = columnsOf(table)
  const cellOf: CellOf = (row, role) => {
    const place = columns[role]
    const cell = place === undefined ? '' : textOf(row.cells[place])
    return isMissing(cell) ? '' : cell
  }
  const points = new Map<string, NetworkPoint>()
  const meters = new Map<string, NetworkMeter>()
  const associations = new Map<string, Association[]>()
  let rows = 0
  for await (const row of table.rows()) {
    if (++rows > rowsMax) throw new CommandRefusal(`${whereIs(table, row.number)}: more than ${rowsMax} rows; split the file by cascades.`)
    const point = addPoint(table, row, columns, cellOf, points)
    const name = cellOf(row, 'meter')
    if (name === '') continue
    const number = meterNumberOf(name)
    addMeter(table, row, columns, cellOf, number, name, meters)
    const role = roleOf(table, row, columns.role, cellOf(row, 'role'))
    const association = { partitionId: point.id, number, role, ...daysOf(table, row, columns, cellOf) }
    const before = associations.get(number) ?? []
    if (before.some((other) => isSame(other, association))) continue
    refuseBoth(table, row, before, association)
    associations.set(number, [...before, association])
  }
  if (points.size === 0) throw new CommandRefusal(`${table.file} has a heading and no rows.`)
  const all = [...associations.values()].flat()
  return {
    points: parentsFirst(table, points),
    meters: [...meters.values()],
    associations: [...all.filter(({ role }) => role !== 'customer'), ...all.filter(({ role }) => role === 'customer')],
  }
}

const idOf = (cell: string): string => (isPartitionId(cell) ? cell : partitionIdOf(cell))

const addPoint = (
  table: Table,
  row: TableRow,
  columns: { partition?: number; parent?: number; partitionName?: number },
  cellOf: CellOf,
  points: Map<string, NetworkPoint>,
): NetworkPoint => {
  const cell = cellOf(row, 'partition')
  if (cell === '') throw new CommandRefusal(`${whereIs(table, row.number, columns.partition)}: a row needs its partition.`)
  const id = idOf(cell)
  // A row of a meter says what its meter is called, where it has one name for both.
  const given = cellOf(row, 'meter') === '' ? cellOf(row, 'partitionName') : ''
  const parent = cellOf(row, 'parent')
  const point = points.get(id) ?? { id, name: cell, isNamed: cell !== id, parentId: undefined, row: row.number }
  points.set(id, point)
  if (given !== '') {
    if (point.isNamed && point.name !== given && point.name !== cell)
      throw new CommandRefusal(
        `${whereIs(table, row.number, columns.partitionName)}: ${id} is "${point.name}" in ${table.rowWord} ${point.row}.`,
      )
    point.name = given
    point.isNamed = true
  }
  if (point.name.length > 100)
    throw new CommandRefusal(`${whereIs(table, row.number, columns.partition)}: a partition's name has at most 100 characters.`)
  if (parent !== '') {
    const parentId = idOf(parent)
    if (point.parentId !== undefined && point.parentId !== parentId)
      throw new CommandRefusal(
        `${whereIs(table, row.number, columns.parent)}: ${id} is below ${point.parentId} in an earlier row, and below ${parentId} here.`,
      )
    point.parentId = parentId
  }
  return point
}

const addMeter = (
  table: Table,
  row: TableRow,
  columns: { caliber?: number },
  cellOf: CellOf,
  number: string,
  name: string,
  meters: Map<string, NetworkMeter>,
): void => {
  const meter: NetworkMeter = meters.get(number) ?? { number, ...(name !== number && { name: name.slice(0, 100) }) }
  meters.set(number, meter)
  const caliber = columns.caliber === undefined ? undefined : caliberOf(table, row, columns.caliber)
  if (caliber !== undefined) {
    if (meter.caliberMillimetres !== undefined && meter.caliberMillimetres !== caliber)
      throw new CommandRefusal(
        `${whereIs(table, row.number, columns.caliber)}: meter ${number} is DN ${meter.caliberMillimetres} in an earlier row.`,
      )
    meter.caliberMillimetres = caliber
  }
  if (yes.test(cellOf(row, 'twoWay'))) meter.isTwoWay = true
  const called = cellOf(row, 'meterName')
  if (called !== '') meter.name = called.slice(0, 100)
  const address = cellOf(row, 'address')
  if (address !== '') meter.address = address.slice(0, 200)
}

/** Of the column two-way; any other cell says no. */
const yes = /^(y|yes|true|1|x|ya|oui|是)$/i

const roleOf = (table: Table, row: TableRow, column: number | undefined, cell: string): MeterRole => {
  const role = roleWords.find(([, words]) => words.test(cell))?.[0]
  if (role !== undefined) return role
  throw new CommandRefusal(`${whereIs(table, row.number, column)}: "${cell}" is no role; expected inlet, outlet or customer.`)
}

/** A day as ISO 8601 has it, or a cell of a workbook at midnight. */
const dayCell = /^(\d{4}-\d\d-\d\d)(?:[ T]00:00(?::00(?:\.0+)?)?)?$/

const dayOf = (table: Table, row: TableRow, column: number | undefined, cell: string): string => {
  const day = dayCell.exec(cell)?.[1]
  if (day !== undefined && LocalDate.safeParse(day).success) return day
  throw new CommandRefusal(`${whereIs(table, row.number, column)}: "${cell}" is no day; write it as 2026-03-15.`)
}

const daysOf = (table: Table, row: TableRow, columns: { from?: number; to?: number }, cellOf: CellOf): MemberDays => {
  const [fromCell, toCell] = [cellOf(row, 'from'), cellOf(row, 'to')]
  const from = fromCell === '' ? undefined : dayOf(table, row, columns.from, fromCell)
  const to = toCell === '' ? undefined : dayOf(table, row, columns.to, toCell)
  if (from !== undefined && to !== undefined && to <= from)
    throw new CommandRefusal(`${whereIs(table, row.number, columns.to)}: the end ${to} is not after the start ${from}.`)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

const isSame = (one: Association, other: Association): boolean =>
  one.partitionId === other.partitionId && one.role === other.role && one.from === other.from && one.to === other.to

const haveDaysInCommon = (one: MemberDays, other: MemberDays): boolean =>
  (one.to === undefined || other.from === undefined || other.from < one.to) &&
  (other.to === undefined || one.from === undefined || one.from < other.to)

/** On no day is a meter two things of one partition. */
const refuseBoth = (
  table: Table,
  row: TableRow,
  before: readonly Association[],
  { partitionId, number, role, ...days }: Association,
): void => {
  const other = before.find((one) => one.partitionId === partitionId && haveDaysInCommon(one, days))
  if (!other) return
  throw new CommandRefusal(
    other.role === role
      ? `${whereIs(table, row.number)}: meter ${number} is ${role} of ${partitionId} twice on the same days; let the periods follow each other.`
      : `${whereIs(table, row.number)}: meter ${number} is ${other.role} and ${role} of ${partitionId}; it can be one of them on a day.`,
  )
}

const parentsFirst = (table: Table, points: ReadonlyMap<string, NetworkPoint>): NetworkPoint[] => {
  const levelOf = (point: NetworkPoint): number => {
    let level = 1
    for (let above = point.parentId; above !== undefined; above = points.get(above)?.parentId) {
      level++
      if (level > levelsMax)
        throw new CommandRefusal(
          `${whereIs(table, point.row)}: ${point.id} is below level ${levelsMax}, or above itself; a cascade has at most ${levelsMax} levels.`,
        )
    }
    return level
  }
  return [...points.values()]
    .map((point) => ({ point, level: levelOf(point) }))
    .sort((a, b) => a.level - b.level)
    .map(({ point }) => point)
}
