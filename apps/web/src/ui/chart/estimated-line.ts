import type { ChartSeries } from '#ui/chart/chart-types.ts'

/**
 * A line of which some values are estimated, as the measured line and a dashed one through the estimates, which begins and ends at the measured values
 * beside them. One line where nothing is estimated.
 */
export const withEstimates = (line: ChartSeries, estimated: readonly boolean[], label: string): ChartSeries[] => {
  if (!line.values.some((value, place) => value !== null && estimated[place])) return [line]
  const isArea = line.kind === 'area'
  return [
    // An area shows volumes, estimated ones too; the dashes are its edge.
    isArea ? line : { ...line, values: line.values.map((value, place) => (estimated[place] ? null : value)) },
    {
      ...line,
      label,
      kind: 'dashed',
      values: line.values.map((value, place) => (estimated[place] || estimated[place - 1] || estimated[place + 1] ? value : null)),
    },
  ]
}
