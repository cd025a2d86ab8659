import type { Bounded } from '@nightflow/schemas/leakage/water-balance'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { KnownOrNot } from '#ui/unknown-value.tsx'

export type BalanceFigure = { key: string; name: string; value: string | null; beside?: ReactNode }

/** Figures by name in a panel; an unknown one is marked, with its reason. */
export function FigurePanel({
  title,
  figures,
  reason,
  tools,
  children,
}: {
  title: string
  figures: readonly BalanceFigure[]
  reason: string
  tools?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className="nf-panel" aria-label={title}>
      <div className="nf-panel-head nf-balance-head">
        <h2 className="nf-panel-title">{title}</h2>
        {tools}
      </div>
      <dl className="nf-details">
        {figures.map(({ key, name, value, beside }) => (
          <Fragment key={key}>
            <dt>{name}</dt>
            <dd data-figure={key}>
              <KnownOrNot known={value !== null} reason={reason}>
                {value}
              </KnownOrNot>
              {value !== null && beside && <span className="nf-dimmed nf-small"> {beside}</span>}
            </dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </section>
  )
}

/** The interval of a bounded figure in words. */
export function useBoundsText(): (figure: Bounded, write: (value: number) => string) => string | undefined {
  const { t } = useTranslation('leakage')
  return ({ value, bound }, write) =>
    value === null || bound === null ? undefined : t('waterBalance.bounds', { low: write(value - bound), high: write(value + bound) })
}
