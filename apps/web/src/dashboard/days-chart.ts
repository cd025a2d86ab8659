import { addDays, instantOf } from '#ui/local-days.ts'

type Day = { day: string; count: number }

/** Bars of successive days, each at its noon. */
export const daysChart = (days: readonly Day[], timeZone: string, { label, colour }: { label: string; colour: 'primary' | 'second' }) => {
  const at = (day: string, hour: number) => instantOf(day, hour, timeZone) / 1000
  const first = days[0]?.day ?? '1970-01-01'
  return {
    times: days.map(({ day }) => at(day, 12)),
    series: [{ label, values: days.map(({ count }) => count), kind: 'bars' as const, colour, decimals: 0 }],
    span: [at(first, 0), at(addDays(days.at(-1)?.day ?? first, 1), 0)] as const,
  }
}
