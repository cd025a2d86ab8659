import { lazy, Suspense } from 'react'
import { ChartSkeleton } from '#ui/skeleton.tsx'
import type { TimeSeriesChartProps } from '#ui/time-series-chart.tsx'

const TimeSeriesChart = lazy(() => import('#ui/time-series-chart.tsx'))

/** A chart whose library is loaded when the first one is shown; its place is kept meanwhile. */
export function Chart(props: TimeSeriesChartProps) {
  return (
    <Suspense fallback={<ChartSkeleton height={props.height + 60} />}>
      <TimeSeriesChart {...props} />
    </Suspense>
  )
}
