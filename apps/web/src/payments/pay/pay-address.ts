import { payFragment, payPath } from '@nightflow/schemas/payments/pay-page'

/** The account of a page, as it was typed or as a bill carries it. */
export type TypedAccount = { tenant: string; accountNo: string; code: string }

/** The part behind `#` of the address: an order, or an account with its code. */
export const readFragment = (hash: string): { order: string; accountNo: string; code: string } => {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const partOf = (name: string): string => values.get(name) ?? ''
  return { order: partOf(payFragment.order), accountNo: partOf(payFragment.account), code: partOf(payFragment.code) }
}

export const orderAddress = (tenant: string, orderId: string): string =>
  `${payPath}/${tenant}#${new URLSearchParams({ [payFragment.order]: orderId }).toString()}`

const storageKey = 'nightflow.pay'

/** The account stays open in this tab when the language is changed. Another tab does not have it. */
export const keepAccount = (account: TypedAccount): void => sessionStorage.setItem(storageKey, JSON.stringify(account))
export const forgetAccount = (): void => sessionStorage.removeItem(storageKey)
export const keptAccount = (tenant: string): TypedAccount | undefined => {
  try {
    const kept: Partial<TypedAccount> = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const { accountNo, code } = kept
    return kept.tenant === tenant && accountNo && code ? { tenant, accountNo, code } : undefined
  } catch {
    return undefined
  }
}
