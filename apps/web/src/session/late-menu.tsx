import { cloneElement, type HTMLAttributes, type ReactElement, type ReactNode, Suspense, useState } from 'react'

type Button = ReactElement<HTMLAttributes<HTMLButtonElement>>
type Props = {
  button: Button
  role?: 'menu' | 'dialog'
  /** The menu, open at first; it shows the button too. */
  children: (button: Button) => ReactNode
}

/** A button whose menu is loaded when it is first pressed. */
export function LateMenu({ button, role = 'menu', children }: Props) {
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)
  const closed = cloneElement(button, {
    'aria-haspopup': role,
    'aria-expanded': false,
    onClick: want,
    onKeyDown: ({ key }) => key === 'ArrowDown' && want(),
  })
  return isWanted ? <Suspense fallback={closed}>{children(button)}</Suspense> : closed
}
