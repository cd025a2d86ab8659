import { Skeleton as MantineSkeleton, type SkeletonProps } from '@mantine/core'

/** A place holder of the final shape. It says nothing to screen readers: the region around it is marked busy. */
export function Skeleton(props: SkeletonProps) {
  return <MantineSkeleton radius="sm" aria-hidden {...props} />
}

/** A panel as tall as the chart to come, so that nothing jumps. */
export function ChartSkeleton({ height }: { height: number }) {
  return (
    <div className="nf-panel" aria-busy>
      <div style={{ padding: 12 }}>
        <Skeleton height={14} width={180} mb={12} />
        <Skeleton height={height - 14} />
      </div>
    </div>
  )
}
