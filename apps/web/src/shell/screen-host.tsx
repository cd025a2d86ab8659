import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ScreenEntry, ScreenProps } from '#ui/screen-entry.ts'
import { ScreenSearch } from '#ui/screen-search.ts'

/** The screen of the address. */
export function ScreenHost({ entry }: { entry: ScreenEntry }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const params = useParams({ strict: false }) as Record<string, string>
  return <Screen entry={entry} search={search} params={params} />
}

type Props = { entry: ScreenEntry; search: Record<string, unknown>; params: Record<string, string> }

/** Gives a screen what an address says; screens themselves know no address. */
export function Screen({ entry: { component: Component }, search, params }: Props) {
  const navigate = useNavigate()
  const change = useCallback<ScreenProps['onSearch']>(
    (next, { replace = false, resetScroll = true } = {}) =>
      void navigate({
        to: '.',
        search: ((previous: Record<string, unknown>) => ({ ...previous, ...next })) as never,
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
