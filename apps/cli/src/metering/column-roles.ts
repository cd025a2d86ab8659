import { CommandRefusal } from '../shared/command-refusal.ts'
import { type Table, whereIs } from '../shared/table/table.ts'

/** Headings that utilities, loggers and billing programs give to what a row may say, in the languages of this product and its neighbours. */
const headings = {
  time: 'time|timestamp|ts|ts utc|ts local|datetime|date time|date and time|date|day|at|read at|reading time|reading date|time utc|time local|utc time|local time|datetime utc|datetime local|timestamp utc|zeit|zeitstempel|datum|datum zeit|datum uhrzeit|horodatage|date heure|date et heure|heure|fecha|fecha hora|data|data ora|waktu|tanggal|tanggal waktu|时间|日期|日期时间|时间戳|抄表时间|采集时间|读数时间',
  clock: 'time|hour|clock|uhrzeit|zeit|heure|hora|ora|jam|waktu|时间|时刻',
  meter:
    'meter|meter number|meter no|meter nr|meter id|meterid|meter serial|number|serial|serial number|user key|user|customer|customer id|device|device id|deveui|dev eui|tag|point|zähler|zählernummer|compteur|numéro|numéro compteur|numéro de compteur|contador|contatore|meteran|nomor meter|no meter|水表|水表号|水表编号|表号|表具编号|编号',
  value:
    'value|reading|meter reading|register|index|total|totalizer|totaliser|litres|liters|litre|cumulative|counter|volume|m3|l|wert|stand|zählerstand|relevé|valeur|lectura|lettura|angka|angka meter|stand meter|nilai|读数|数值|值|表底数|示数|表码|累计流量|累积流量',
  partition: 'partition|partition id|area|dma|district|zone|sector|metering point|bezirk|secteur|sector|zona|分区|分区编号|计量点|区域',
  partitionName: 'name|partition name|area name|zone name|nom|nombre|nama|nama zona|名称|分区名称|计量点名称',
  parent: 'parent|parent id|parent partition|superior|upstream|above|secteur amont|induk|上级|上级分区|父分区|上级计量点',
  role: 'role|kind|type|direction|rôle|peran|jenis|角色|类型|表类型',
  meterName: 'meter name|nom du compteur|nama meter|水表名称|用户名称',
  address: 'address|street|adresse|alamat|地址|安装地址',
  twoWay: 'two way|two way flow|bidirectional|bidirectionnel|dua arah|双向|双向计量',
  from: 'from|valid from|since|start|start date|von|gültig ab|du|depuis|début|dari|mulai|tanggal mulai|开始|开始日期|起始日期|生效日期',
  to: 'to|valid to|until|end|end date|bis|gültig bis|au|jusqu au|fin|sampai|akhir|tanggal akhir|结束|结束日期|终止日期|失效日期',
  caliber: 'caliber|calibre|caliber mm|calibre mm|dn|diameter|diameter mm|size|nennweite|diamètre|kaliber|口径|公称口径',
} as const
export type ColumnRole = keyof typeof headings

const wordsOf = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const known = new Map<ColumnRole, ReadonlySet<string>>()
for (const [role, names] of Object.entries(headings)) known.set(role as ColumnRole, new Set(names.split('|')))
const isUsualFor = (role: ColumnRole, heading: string): boolean => known.get(role)?.has(wordsOf(heading)) ?? false

/** Place of the only column whose heading is usual for this role; undefined when none is, or several. */
export const guessColumn = (table: Table, role: ColumnRole, taken: readonly number[] = []): number | undefined => {
  const found = table.heading.flatMap((heading, at) => (isUsualFor(role, heading) && !taken.includes(at) ? [at] : []))
  return found.length === 1 ? found[0] : undefined
}

/** Place of the column with this heading, whatever its case; refused with the headings that there are. */
export const requireColumn = (table: Table, name: string): number => {
  const exact = table.heading.indexOf(name.trim())
  if (exact >= 0) return exact
  const found = table.heading.flatMap((heading, at) => (wordsOf(heading) === wordsOf(name) ? [at] : []))
  if (found.length === 1) return found[0] ?? 0
  const shown = table.heading.slice(0, 20).join(', ')
  throw new CommandRefusal(`${whereIs(table, table.headingNumber)}: there is no column "${name}"; the columns are: ${shown}.`)
}

/** The columns that hold the time: one, or a date and a time of day. Those that are named, else by their headings, else the first column. */
export const timeColumnsOf = (table: Table, named: readonly string[]): number[] => {
  if (named.length > 0) return named.map((name) => requireColumn(table, name))
  const dates = table.heading.flatMap((heading, at) => (isUsualFor('time', heading) ? [at] : []))
  const [first, second] = dates
  if (first !== undefined && second !== undefined && isUsualFor('clock', table.heading[second] ?? '')) return [first, second]
  if (first === undefined) return [0]
  const clock = guessColumn(table, 'clock', [first])
  return clock === undefined ? [first] : [first, clock]
}
