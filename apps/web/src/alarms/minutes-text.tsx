import { useTranslation } from 'react-i18next'
import { useFormat } from '#ui/use-format.ts'

const minutesOfHour = 60
const minutesOfDay = 1_440

/** A time to answer in the unit that reads best; a dash where nothing was answered. */
export function MinutesText({ minutes }: { minutes: number | null }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  if (minutes === null) return '–'
  const [unit, per] =
    minutes < 2 * minutesOfHour ? ['minutes', 1] : minutes < 2 * minutesOfDay ? ['hours', minutesOfHour] : ['days', minutesOfDay]
  return <span className="nf-figures nf-nowrap">{t(`duration.${unit}`, { value: format.number(minutes / (per as number)) })}</span>
}
