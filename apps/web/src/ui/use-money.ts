import { useTranslation } from 'react-i18next'
import { useSessionInfo } from '#session/session-query.ts'
import { withVisibleSpaces } from '#ui/format.ts'

export const minorPerUnit = 100

/** The tenant's currency, ISO 4217. */
export const useCurrency = (): string => useSessionInfo().tenant.currencyUnit || 'CNY'

/** Hundredths of the tenant's currency as the reader's language writes money. */
export function useMoney(): (minor: number) => string {
  const { i18n } = useTranslation()
  const currency = useCurrency()
  return (minor) =>
    withVisibleSpaces(
      new Intl.NumberFormat(i18n.language, { style: 'currency', currency, minimumFractionDigits: 2 }).format(minor / minorPerUnit),
    )
}
