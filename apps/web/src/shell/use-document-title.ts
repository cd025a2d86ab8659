import { useCallback, useEffect, useRef, useState } from 'react'
import { documentTitle } from '#session/page-title.ts'
import { useSession } from '#session/session-query.ts'
import { usePlace } from '#shell/use-place.ts'

/** Names the browser tab after the screen that is shown. Gives what takes the screen's own title; each address keeps its own. */
export function useDocumentTitle(): (title: string) => void {
  const { tenantName } = useSession()
  const place = usePlace()
  const path = place?.path ?? ''
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const shown = useRef(path)
  shown.current = path
  useEffect(() => {
    document.title = documentTitle(titles.get(path), place?.title, tenantName)
  }, [titles, path, place?.title, tenantName])
  return useCallback((title) => setTitles((previous) => new Map(previous).set(shown.current, title)), [])
}
