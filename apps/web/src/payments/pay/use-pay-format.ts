import { useTranslation } from 'react-i18next'
import { withVisibleSpaces } from '#ui/format.ts'
import { minorPerUnit } from '#ui/use-money.ts'

const litresPerCubicMetre = 1_000

/** Money, volumes and days for a reader without a session: the currency and the zone come with the answer. */
export function usePayFormat(currency: string) {
  const { i18n } = useTranslation()
  const numberFormat = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(i18n.language, options)
  return {
    /** A utility without a currency has figures alone. */
    money: (minor: number): string =>
      withVisibleSpaces(
        numberFormat({ ...(currency && { style: 'currency', currency }), minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
          minor / minorPerUnit,
        ),
      ),
    cubicMetres: (litres: number): string => numberFormat({ maximumFractionDigits: 1 }).format(litres / litresPerCubicMetre),
    day: (day: string): string =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    moment: (at: string, timeZone: string): string =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at)),
  }
}
