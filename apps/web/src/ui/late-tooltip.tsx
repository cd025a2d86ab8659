import type { TooltipProps } from '@mantine/core'
import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'

const ShownTooltip = lazy(() => import('#ui/shown-tooltip.tsx'))

type Props = Pick<TooltipProps, 'label' | 'position' | 'multiline' | 'maw'> & {
  disabled?: boolean
  /** Milliseconds of hovering until it is shown. */
  openDelay?: number
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/** A tooltip on hover and on focus by keyboard. The first screen has dozens of them: what places them is loaded when the first one is shown. */
export function LateTooltip({ disabled = false, openDelay = 0, children, ...shown }: Props) {
  const id = useId()
  const [target, setTarget] = useState<HTMLElement>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = ({ currentTarget }: PointerEvent<HTMLElement> | FocusEvent<HTMLElement>) => {
    clearTimeout(timer.current)
    if (!disabled) timer.current = setTimeout(() => setTarget(currentTarget), openDelay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setTarget(undefined)
  }
  const isShown = target !== undefined && !disabled
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => event.pointerType !== 'touch' && show(event),
        onPointerLeave: hide,
        onFocus: (event) => event.target.matches(':focus-visible') && show(event),
        onBlur: hide,
        ...(isShown && { 'aria-describedby': id }),
      })}
      {isShown && (
        <Suspense>
          <ShownTooltip id={id} target={target} {...shown} />
        </Suspense>
      )}
    </>
  )
}
