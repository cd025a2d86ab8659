import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Leads on to the rest of its address: a tab that is refreshed leaves its screen through here and comes back to a new one. */
export function RedirectScreen() {
  const params = useParams({ strict: false }) as { _splat?: string }
  const { searchStr } = useLocation()
  const navigate = useNavigate()
  const href = `/${params._splat ?? ''}${searchStr}`
  useEffect(() => {
    // A path of this product alone: a second slash would name another host.
    void navigate({ href: href.replace(/^\/+/, '/'), replace: true })
  }, [navigate, href])
  return null
}
