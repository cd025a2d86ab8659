import { expect, test } from 'vitest'
import { chartCsv } from '#ui/chart/chart-csv.ts'

const hour = 3600
// 02:00 of this night is shown twice in Rome.
const autumn = Date.parse('2026-10-25T00:00:00Z') / 1000
const heads = { time: 'Time', remark: 'Remark', low: (range: string) => `${range}, least`, high: (range: string) => `${range}, most` }
const chart = {
  unit: 'm³/h',
  times: [autumn, autumn + hour, autumn + 2 * hour],
  series: [{ label: 'Flow', values: [1.5, null, -0.25], kind: 'line' as const, colour: 'primary' as const, decimals: 2 }],
  timeZone: 'Europe/Rome',
}
const linesOf = (csv: string): string[] => csv.replace('\uFEFF', '').trim().split('\r\n')

test('times have the offset of their zone, series their unit, and a gap is an empty cell', () =>
  expect(linesOf(chartCsv(chart, [autumn, autumn + 2 * hour], heads))).toEqual([
    'Time (Europe/Rome),Flow (m³/h)',
    '2026-10-25T02:00:00+02:00,1.5',
    '2026-10-25T02:00:00+01:00,',
    '2026-10-25T03:00:00+01:00,-0.25',
  ]))

test('only what is shown is saved, with the expected range, and no remark runs as a formula', () => {
  const expected = { label: 'Expected', low: [1, 1, 1], high: [2, 2, 2] }
  const remarks = ['=1+1', null, null]
  expect(linesOf(chartCsv({ ...chart, daily: true, expected, remarks }, [autumn, autumn], heads))).toEqual([
    'Time (Europe/Rome),Flow (m³/h),"Expected, least (m³/h)","Expected, most (m³/h)",Remark',
    "2026-10-25,1.5,1,2,'=1+1",
  ])
})
