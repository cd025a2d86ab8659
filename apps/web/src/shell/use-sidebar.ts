import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { readCookie, writeCookie } from '#api/cookies.ts'

const statusCookie = 'sidebarStatus'
const keptSeconds = 365 * 24 * 3600
/** Narrower than this is a telephone or tablet: the sidebar is over the screen and closes by itself. */
const mobileBreakpoint = 992

/** Open or folded, remembered as 1 or 0; on small screens it is closed on every change of window or address. */
export function useSidebar(): { isMobile: boolean; isOpen: boolean; toggle: () => void; close: () => void } {
  const isMobile = useMediaQuery(`(max-width: ${mobileBreakpoint - 0.02}px)`, window.innerWidth < mobileBreakpoint)
  const [isOpen, setIsOpen] = useState(() => window.innerWidth >= mobileBreakpoint && readCookie(statusCookie) !== '0')
  const { pathname } = useLocation()
  useEffect(() => {
    const close = () => window.innerWidth < mobileBreakpoint && setIsOpen(false)
    window.addEventListener('resize', close)
    return () => window.removeEventListener('resize', close)
  }, [])
  useEffect(() => {
    // Back to a wide window: as the person left it there.
    setIsOpen(!isMobile && readCookie(statusCookie) !== '0')
  }, [isMobile])
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the path changes.
  useEffect(() => {
    if (isMobile) setIsOpen(false)
  }, [pathname])
  const turn = (next: boolean) => {
    setIsOpen(next)
    writeCookie(statusCookie, next ? '1' : '0', keptSeconds)
  }
  return { isMobile, isOpen, toggle: () => turn(!isOpen), close: () => setIsOpen(false) }
}
