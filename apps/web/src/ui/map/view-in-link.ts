import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { View } from '#ui/map/map-layers.ts'

/** The part of the map that is shown, as a link has it: longitude, latitude and zoom. */
export const viewPattern = /^-?\d{1,3}(\.\d{1,6})?,-?\d{1,2}(\.\d{1,6})?,\d{1,2}(\.\d{1,2})?$/

/** A metre, and a hundredth of a zoom. */
export const viewText = ({ longitude, latitude, zoom }: View): string => `${longitude.toFixed(5)},${latitude.toFixed(5)},${zoom.toFixed(2)}`

/** The part of the map that a link names; undefined where it is none on the earth. */
export function viewOf(text: string | undefined): View | undefined {
  if (text === undefined || !viewPattern.test(text)) return undefined
  const [longitude, latitude, zoom] = text.split(',').map(Number) as [number, number, number]
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 85 ? { longitude, latitude, zoom } : undefined
}

/** A drag gives many views in a row; the link takes the last. */
const settleMilliseconds = 400

/** The view of the link at the opening of a map, and how its moves get into the link. */
export function useViewInLink(linked: string | undefined, onLink: (text: string | undefined) => void) {
  const now = useRef(linked)
  const write = useRef(onLink)
  now.current = linked
  write.current = onLink
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const onView = useCallback((view: View | undefined) => {
    clearTimeout(timer.current)
    const { pathname } = location
    timer.current = setTimeout(() => {
      const text = view && viewText(view)
      // Another screen is shown meanwhile: its address is not this map's.
      if (location.pathname === pathname && text !== now.current) write.current(text)
    }, settleMilliseconds)
  }, [])
  const first = useRef(linked).current
  return useMemo(() => ({ view: viewOf(first), onView }), [first, onView])
}
