import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ScreenEntry, ScreenProps } from '#ui/screen-entry.ts'
import { ScreenSearch } from '#ui/screen-search.ts'
import type { ListSearch, SearchChange } from '#ui/table/list-search.ts'

/** The screen of the address. */
export function ScreenHost({ entry }: { entry: ScreenEntry }) {
  const search: ListSearch = useSearch({ strict: false })
  const params = useParams({ strict: false }) as Record<string, string>
  return <Screen entry={entry} search={search} params={params} />
}

type Props = { entry: ScreenEntry; search: ListSearch; params: Record<string, string> }

/** Gives a screen what an address says; screens themselves know no address. */
export function Screen({ entry: { component: Component }, search, params }: Props) {
  const navigate = useNavigate()
  const change = useCallback<ScreenProps['onSearch']>(
    (next, { replace = false, resetScroll = true } = {}) =>
      void navigate({
        to: '.',
        search: (previous: SearchChange) => ({ ...previous, ...next }),
        replace,
        resetScroll,
      }),
    [navigate],
  )
  return (
    <ScreenSearch value={search}>
      <Component search={search} params={params} onSearch={change} />
    </ScreenSearch>
  )
}
