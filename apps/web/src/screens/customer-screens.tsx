import type { ScreenProps } from '#ui/screen-entry.ts'
import { AccountPage } from './account-page.tsx'

/** Screens are put together here: contexts do not know one another. */

export function Account({ params: { accountNo = '' }, search, onSearch }: ScreenProps<{ against?: string | undefined }>) {
  return (
    <AccountPage
      key={accountNo}
      accountNo={accountNo}
      against={search.against}
      onAgainst={(against) => onSearch({ against }, { resetScroll: true })}
    />
  )
}
