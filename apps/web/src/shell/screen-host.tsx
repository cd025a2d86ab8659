import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ScreenEntry, ScreenProps } from '#shell/screen-entry.ts'

/** Gives a screen what its address says; screens themselves know no address. */
export function ScreenHost({ entry: { component: Screen } }: { entry: ScreenEntry }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const params = useParams({ strict: false }) as Record<string, string>
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
  return <Screen search={search} params={params} onSearch={change} />
}
