import { ScreenLink } from '#shell/screen-link.tsx'

/** The account that has a meter; a dash where none has, or the reader may not see customers. */
export function AccountLink({ accountNo }: { accountNo: string | null }) {
  if (accountNo === null) return '–'
  return (
    <ScreenLink screen="customers/account" params={{ accountNo }} className="nf-link nf-figures">
      {accountNo}
    </ScreenLink>
  )
}
