type Bar = {
  label: string
  value: number | null
  /** The share of the bar that is filled differently, such as the leakage in the supply. */
  part?: number | null
  /** The same in words. */
  text: string
}
type Props = {
  title: string
  legend?: readonly [string, string]
  bars: readonly Bar[]
  labelOf: (index: number) => string
  /** The value of the full height, with its unit. */
  scale: (value: number) => string
  isAlarm?: boolean
}

/** Bars that are read from afar: the axis is the value of the full height, which the highest bar fills. An unknown day is hatched. */
export function WallBars({ title, legend, bars, labelOf, scale, isAlarm }: Props) {
  const most = Math.max(...bars.map(({ value }) => value ?? 0), isAlarm ? 1 : Number.MIN_VALUE)
  const height = (value: number) => `${Math.max(0, (value / most) * 100)}%`
  return (
    <section className="nf-wall-panel nf-wall-bars" data-alarm={isAlarm || undefined}>
      <h2>
        {title}
        {legend && (
          <span className="nf-wall-legend">
            <i aria-hidden />
            {legend[0]}
            <i data-part aria-hidden />
            {legend[1]}
          </span>
        )}
      </h2>
      {bars.some(({ value }) => value !== null && value > 0) && (
        <p className="nf-wall-top" aria-hidden>
          {scale(most)}
        </p>
      )}
      <ol>
        {bars.map(({ label, value, part, text }, index) => (
          <li key={label} title={text}>
            <span className="nf-visually-hidden">{text}</span>
            <span className="nf-wall-bar" data-unknown={value === null || undefined} aria-hidden>
              <span className="nf-wall-whole" style={{ height: value === null ? '100%' : height(value) }}>
                {value !== null && value > 0 && part !== null && part !== undefined && (
                  <span className="nf-wall-part" style={{ height: `${Math.min(100, Math.max(0, (part / value) * 100))}%` }} />
                )}
              </span>
            </span>
            <small aria-hidden>{labelOf(index)}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
