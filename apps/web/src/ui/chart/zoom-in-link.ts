import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { followZoom, setZoom, type ZoomRange, zoomOf } from '#ui/chart/chart-zoom.ts'
import { addDays, instantOf } from '#ui/local-days.ts'
import { useScreenSearch } from '#ui/screen-search.ts'

/** State of charts in the URL: the zoomed interval, in epoch seconds, `from-to`. */
export const zoomSearch = {
  zoom: z
    .string()
    .regex(/^\d{1,11}-\d{1,11}$/)
    .optional()
    .catch(undefined),
}

export const zoomText = (range: ZoomRange | null): string | undefined =>
  range === null ? undefined : `${Math.round(range[0])}-${Math.round(range[1])}`

/** The stretch that a link names, as far as it is within what the charts show; null where it is not. */
export function zoomOfLink(text: string | undefined, span: ZoomRange): ZoomRange | null {
  const [from = Number.NaN, to = Number.NaN] = (text ?? '').split('-').map(Number)
  const shown: ZoomRange = [Math.max(from, span[0]), Math.min(to, span[1])]
  return shown[1] > shown[0] ? shown : null
}

/** A drag or a wheel gives many ranges in a row; the link takes the last. */
const settleMilliseconds = 300

/** Keeps the zoom of a group of charts in the link. A zoom outside of their days, from..to, is ignored. */
export function useZoomInLink(group: string, { from, to }: { from: string; to: string }, timeZone: string): void {
  const { zoom } = useScreenSearch<{ zoom?: string | undefined }>()
  const navigate = useNavigate()
  const linked = useRef(zoom)
  linked.current = zoom
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = (range: ZoomRange | null) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (zoomText(range) === linked.current) return
        void navigate({
          to: '.',
          search: (previous: object) => ({ ...previous, zoom: zoomText(range) }),
          replace: true,
          resetScroll: false,
        })
      }, settleMilliseconds)
    }
    const leave = followZoom(group, write)
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [group, navigate])
  useEffect(() => {
    const span: ZoomRange = [instantOf(from, 0, timeZone) / 1000, instantOf(addDays(to, 1), 0, timeZone) / 1000]
    const range = zoomOfLink(zoom, span)
    if (zoomText(range) !== zoomText(zoomOf(group))) setZoom(group, range)
  }, [group, zoom, from, to, timeZone])
}
