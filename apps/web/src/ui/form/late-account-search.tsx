import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPart } from '#api/language.ts'
import type { AccountSearch } from '#ui/form/account-search.tsx'
import '#ui/form/late-account-search.css'

type Props = {
  onPick: (accountNo: string) => void
  /** The list is loaded when it is wanted, and in any case when the field is entered. */
  isWanted: boolean
}

/** The search of an account as a plain field until its list is loaded, which then has what was typed. */
export function LateAccountSearch({ onPick, isWanted }: Props) {
  const { t } = useTranslation('shared')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [wasEntered, setEntered] = useState(false)
  const [text, setText] = useState('')
  const [Search, setSearch] = useState<typeof AccountSearch>()
  const isLoading = isWanted || wasEntered
  // Not as a lazy part: while one is loaded, the field with the focus would be replaced by another one.
  useEffect(() => {
    if (!isLoading) return
    loadPart(async () => (await import('#ui/form/account-search.tsx')).AccountSearch, []).then(
      (loaded) => setSearch(() => loaded),
      () => undefined,
    )
  }, [isLoading])
  const enter = () => setEntered(true)
  if (Search) {
    const isFocused = field.current !== null && field.current === document.activeElement
    return <Search onPick={onPick} before={{ text, isFocused }} />
  }
  return (
    <div className="nf-plain-field">
      <label htmlFor={id}>{t('account.search')}</label>
      <input
        ref={field}
        id={id}
        autoComplete="off"
        placeholder={t('account.searchHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onPointerEnter={enter}
        onFocus={enter}
      />
    </div>
  )
}
