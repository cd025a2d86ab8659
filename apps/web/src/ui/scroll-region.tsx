import type { ReactNode } from 'react'

/** A part that scrolls inside itself, so that the page never does sideways; reachable and named for keyboard and screen reader. */
export function ScrollRegion({
  label,
  heightMax,
  className,
  children,
}: {
  label: string
  heightMax?: number | string | undefined
  className?: string
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={`nf-table-scroll ${className ?? ''}`} style={{ maxHeight: heightMax }} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
