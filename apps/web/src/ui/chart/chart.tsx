import { lazy, Suspense } from 'react'
import type { TimeSeriesChartProps } from '#ui/chart/chart-types.ts'
import { ChartSkeleton } from '#ui/skeleton.tsx'

const TimeSeriesChart = lazy(() => import('#ui/chart/time-series-chart.tsx'))

/** A chart whose library is loaded when the first one is shown; its place is kept meanwhile. */
export function Chart(props: TimeSeriesChartProps) {
  return (
    <Suspense fallback={<ChartSkeleton height={props.height + 60} />}>
      <TimeSeriesChart {...props} />
    </Suspense>
  )
}
