import '#dashboard/use-reports.css'
import { useFormat } from '#ui/use-format.ts'

/** A reading rate, which says 100 % only where nothing is missing; unknown is a dash. */
export function RateCell({ rate }: { rate: number | null }) {
  const { completeness } = useFormat()
  return rate === null ? '–' : <span className="nf-figures">{completeness(rate)}</span>
}

/** A share with its percent sign; unknown is a dash. */
export function ShareCell({ share: value }: { share: number | null }) {
  const { share } = useFormat()
  return value === null ? '–' : <span className="nf-figures">{share(value)}</span>
}

/** A share as a number and a bar. */
export function ShareBar({ share: value }: { share: number | null }) {
  if (value === null) return '–'
  return (
    <span className="nf-share-bar">
      <span aria-hidden style={{ inlineSize: `${value * 100}%` }} />
      <ShareCell share={value} />
    </span>
  )
}
