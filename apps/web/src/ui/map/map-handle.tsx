import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

type Pixels = readonly [x: number, y: number]
type Props = {
  kind: 'corner' | 'between' | 'pin'
  at: Pixels
  label: string
  /** Called before the first `onMove` of a drag. */
  onGrab?: (() => void) | undefined
  /** Called while it is dragged, and once for each press of an arrow key. */
  onMove: (to: Pixels) => void
  onRemove?: (() => void) | undefined
  /** Enter, or a press without a drag. */
  onPress?: (() => void) | undefined
}

const stepPixels = 8
const smallStepPixels = 1
const steps: Record<string, Pixels> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** A place on the map that is dragged by mouse or finger, or moved by arrow keys; with Shift in small steps. */
export function MapHandle({ kind, at, label, onGrab, onMove, onRemove, onPress }: Props) {
  // A drag ends with a click of the browser, which is no press.
  const isDragged = useRef(false)
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) {
      event.preventDefault()
      const pixels = event.shiftKey ? smallStepPixels : stepPixels
      onMove([at[0] + step[0] * pixels, at[1] + step[1] * pixels])
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove?.()
    }
  }
  const grab = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    isDragged.current = false
    onGrab?.()
  }
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    isDragged.current = true
    const { left, top } = event.currentTarget.parentElement!.getBoundingClientRect()
    onMove([event.clientX - left, event.clientY - top])
  }
  return (
    <button
      type="button"
      className="nf-map-handle"
      data-kind={kind}
      style={{ left: at[0], top: at[1] }}
      aria-label={label}
      onKeyDown={press}
      onPointerDown={grab}
      onPointerMove={drag}
      onClick={() => isDragged.current || onPress?.()}
      onDoubleClick={onRemove}
    />
  )
}
