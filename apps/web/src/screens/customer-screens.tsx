import type { ScreenProps } from '#ui/screen-entry.ts'
import { AccountPage } from './account-page.tsx'

/** Screens are put together here: contexts do not know one another. */

export function Account({ params: { accountNo = '' } }: ScreenProps<Record<string, never>>) {
  return <AccountPage key={accountNo} accountNo={accountNo} />
}
